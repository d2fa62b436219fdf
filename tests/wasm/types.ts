// A program that is only compiled: the types of requests and answers, and mistakes that they find.
import { Engine, Problem, WorkerEngine, type Questions, type Source } from 'lexigraph';

export async function uses(source: Source): Promise<number> {
  const engine = await WorkerEngine.start({ module_or_path: new URL('https://example.org/lexigraph.wasm') });
  await engine.open('enable', source, { gaddag: true });
  await engine.definitions('enable', source);
  const { due } = await engine.ask('study/schedule', { log: '', now: new Date().toISOString() });
  const found = await engine.ask('words/anagram', { letters: 'retains', list: { columns: ['word'], limit: 3 } });
  const { plays } = await engine.ask('position/plays', { position: { text: '' }, sort: 'equity' });
  const simulated: Questions['position/simulate']['answer'] = await engine.watch(
    'position/simulate',
    { position: { text: '' } },
    ({ iterations }) => console.log(iterations.toFixed()),
    { signal: AbortSignal.timeout(10) },
  );
  // @ts-expect-error There is no such question.
  await engine.ask('words/anagrams', {});
  // @ts-expect-error There is no such field.
  await engine.ask('words/anagram', { lettrs: 'retains' });
  // @ts-expect-error A position is needed.
  await engine.ask('position/plays', {});
  // @ts-expect-error This question tells no progress.
  await engine.watch('words/anagram', {}, () => {});
  return found.count + plays[0].score + simulated.iterations + due.length;
}

export function same(engine: Engine): string {
  try {
    const { lexicons } = engine.ask('shelf/lexicons');
    // @ts-expect-error A position is needed.
    engine.ask('position/plays');
    return lexicons.map(({ name }) => name).join();
  } catch (error) {
    return error instanceof Problem ? `${error.kind} ${error.field ?? ''}` : '';
  }
}
