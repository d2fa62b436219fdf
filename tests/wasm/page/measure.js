/** @file Measures questions to the engine of the same thread; also in Node.js. */

/** The milliseconds for which a question is asked. */
const TIME = 500;

/**
 * The median times of questions in microseconds, by name, and those of the start.
 * @param {string} folder The address of the package.
 * @param {{ name: string, question: string, request: object }[]} questions
 * @param {boolean} gaddag `true` to build a GADDAG as well.
 * @returns {Promise<[string, number][]>}
 */
export async function measured(folder, questions, gaddag) {
  const { Engine } = await import(`${folder}/index.js`);
  /** @type {[string, number][]} */
  const found = [];
  let start = performance.now();
  const part = name => {
    const now = performance.now();
    if (name) found.push([name, 1000 * (now - start)]);
    start = performance.now();
  };
  const engine = await Engine.start();
  part('module compiled');
  await engine.open('enable', new URL(`${folder}/enable.lxg`), { gaddag });
  part('lexicon opened');
  await engine.leaves('enable', new URL(`${folder}/english.klv2.gz`));
  part('leave values read');
  for (const { name, question, request } of questions) {
    const times = [];
    for (let warm = 0; warm < 3; warm += 1) engine.ask(question, request);
    const end = performance.now() + TIME;
    do {
      const before = performance.now();
      engine.ask(question, request);
      times.push(performance.now() - before);
    } while (performance.now() < end);
    found.push([name, 1000 * times.sort((a, b) => a - b)[Math.floor(times.length / 2)]]);
  }
  return found;
}
