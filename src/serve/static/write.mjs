/**
 * @file Writes the page with its own engine into a folder, from which any host serves it. The page is that of
 * `lexigraph serve`; only the head of `index.html` gets a few lines more.
 * Usage: node write.mjs PACKAGE OUT. PACKAGE is the npm package, as `tools/wasm build` makes it.
 */

import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const PAGE = join(here, '..', 'page');

/** Where the scripts of the package, and the lexicons, are on the page. */
const ENGINE = 'lexigraph';
const LEXICONS = 'lexicons';
const DESCRIPTION = 'engine.json';
const KEEPER = 'service-worker.js';

/** Files of the package, and their places. Some hosts decompress a file whose name ends with `.gz`. */
const PARTS = [
  ...['index.js', 'engine.js', 'worker-engine.js', 'worker.js', 'lexigraph.wasm']
    .map(name => [name, `${ENGINE}/${name}`]),
  ['enable.lxg', `${LEXICONS}/enable.lxg`],
  ['english.klv2.gz', `${LEXICONS}/english.leaves`],
  ['english.lxd', `${LEXICONS}/english.lxd`],
  ['WORDNET-LICENSE.txt', 'WORDNET-LICENSE.txt'],
  ['LICENSE-APACHE', 'LICENSE-APACHE'],
  ['LICENSE-MIT', 'LICENSE-MIT'],
];

/** What the server of `lexigraph serve` says in headers, and what WebAssembly needs. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
  + "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** The line of `index.html` after which the head goes on. */
const BEFORE = '<meta name="color-scheme" content="light dark">\n';

const HEAD = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="engine" content="${DESCRIPTION}">
<link rel="manifest" href="manifest.webmanifest">
<link rel="modulepreload" href="js/engine/local.js">
<link rel="modulepreload" href="${ENGINE}/index.js">
<link rel="preload" href="${DESCRIPTION}" as="fetch" crossorigin>
<link rel="preload" href="${ENGINE}/lexigraph.wasm" as="fetch" crossorigin>
<link rel="preload" href="${LEXICONS}/enable.lxg" as="fetch" crossorigin>
`;

/** Ends with an error. @param {string} message @returns {never} */
function fail(message) {
  console.error(`error: ${message}`);
  process.exit(2);
}

/** The files of a folder and of those within it, in order; `/` parts their names. @param {string} folder */
async function filesOf(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter(entry => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/')).sort();
}

/** Writes the page into a new folder. @param {string} source @param {string} out */
async function write(source, out) {
  await cp(PAGE, out, { recursive: true });
  const index = await readFile(join(PAGE, 'index.html'), 'utf8');
  if (!index.includes(BEFORE)) fail(`index.html lacks the line ${BEFORE.trim()}`);
  await writeFile(join(out, 'index.html'), index.replace(BEFORE, BEFORE + HEAD));
  for (const [name, place] of PARTS) {
    await mkdir(dirname(join(out, place)), { recursive: true });
    await cp(join(source, name), join(out, place));
  }
  await cp(join(here, 'manifest.webmanifest'), join(out, 'manifest.webmanifest'));
  const part = async place => ({ place, bytes: (await stat(join(out, place))).size });
  const description = {
    scripts: `${ENGINE}/index.js`,
    module: await part(`${ENGINE}/lexigraph.wasm`),
    keeper: KEEPER,
    lexicons: [
      {
        name: 'enable',
        image: await part(`${LEXICONS}/enable.lxg`),
        leaves: await part(`${LEXICONS}/english.leaves`),
        definitions: await part(`${LEXICONS}/english.lxd`),
      },
    ],
  };
  await writeFile(join(out, DESCRIPTION), `${JSON.stringify(description, null, 2)}\n`);

  /** The page is asked for by the address of its folder. @type {Record<string, string>} */
  const files = {};
  for (const name of await filesOf(out)) {
    const hash = createHash('sha256').update(await readFile(join(out, name))).digest('base64');
    files[name === 'index.html' ? './' : name] = `sha256-${hash}`;
  }
  const keeper = await readFile(join(here, KEEPER), 'utf8');
  const version = createHash('sha256').update(JSON.stringify(files)).update(keeper).digest('hex').slice(0, 16);
  await writeFile(join(out, KEEPER), `Object.assign(self, ${JSON.stringify({ version, files })});\n${keeper}`);
}

/** Says how many bytes a host sends that compresses. @param {string} out */
async function tell(out) {
  let [all, engine] = [0, 0];
  const files = await filesOf(out);
  for (const name of files) {
    const bytes = gzipSync(await readFile(join(out, name)), { level: 9 }).length;
    all += bytes;
    if (name.startsWith(`${ENGINE}/`) || name.endsWith('.lxg')) engine += bytes;
  }
  const megabytes = bytes => (bytes / 1e6).toFixed(2);
  console.log(`${out}: ${files.length} files; with gzip ${megabytes(engine)} MB of engine and words, `
    + `${megabytes(all)} MB in all`);
}

const [source, target] = process.argv.slice(2);
if (!target) fail('usage: node write.mjs PACKAGE OUT');
const out = resolve(target);
for (const [name] of PARTS) {
  const path = join(source, name);
  await stat(path).catch(() => fail(`${path}: there is no such file — run 'tools/wasm build'`));
}
const before = await readdir(out).catch(error => (error.code === 'ENOENT' ? [] : fail(`${out}: ${error.message}`)));
if (before.length > 0 && !before.includes(DESCRIPTION)) {
  fail(`${out}: the folder holds other files — name a new or an empty one`);
}
const fresh = join(dirname(out), `.${basename(out)}.new`);
try {
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await write(source, fresh);
  await rm(out, { recursive: true, force: true });
  await rename(fresh, out);
} catch (error) {
  await rm(fresh, { recursive: true, force: true }).catch(() => {});
  fail(`${target}: ${error.message}`);
}
await tell(target);
