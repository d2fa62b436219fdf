/**
 * @file A host of plain files on a free port, as most hosts are: text is compressed, other addresses are not found.
 * Usage: node static.mjs FOLDER [PORT], which prints the address. The folder is not at the root.
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Where a page is that is tested. */
export const PLACE = 'some/folder';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves folders by their places.
 * @param {Record<string, string>} folders
 * @param {{ port?: number, isolated?: boolean }} [options] `isolated` for pages that may share memory with workers.
 */
export async function host(folders, { port = 0, isolated = false } = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const found = Object.entries(folders).find(([place]) => pathname.startsWith(`/${place}/`));
    const name = found && normalize(pathname.slice(found[0].length + 2) || 'index.html');
    const bytes = name && !name.startsWith('..') ? await readFile(join(found[1], name)).catch(() => null) : null;
    if (!name || !bytes) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(name)];
    response.setHeader('Content-Type', type ?? 'application/octet-stream');
    if (type) response.setHeader('Content-Encoding', 'gzip');
    if (isolated) {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    }
    response.end(type ? gzipSync(bytes) : bytes);
  });
  await new Promise(done => server.listen(port, '127.0.0.1', () => done(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async stop() {
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, port] = process.argv.slice(2);
  console.log(`${(await host({ [PLACE]: folder }, { port: Number(port ?? 0) })).url}${PLACE}/`);
}
