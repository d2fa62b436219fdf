/**
 * @file A host of plain files on a free port, for the page without a server. The folder is not at the root, other
 * addresses are not found, and text is compressed, as on most hosts. Prints the address.
 * Usage: node static.mjs FOLDER [PORT]
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const PLACE = '/some/folder/';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Serves a folder. @param {string} folder @param {number} port 0 for a free one. */
export async function host(folder, port = 0) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    let name = pathname.startsWith(PLACE) ? normalize(pathname.slice(PLACE.length) || 'index.html') : null;
    if (name?.startsWith('..')) name = null;
    const bytes = name === null ? null : await readFile(join(folder, name)).catch(() => null);
    if (!bytes) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(name)];
    response.setHeader('Content-Type', type ?? 'application/octet-stream');
    if (type) response.setHeader('Content-Encoding', 'gzip');
    response.end(type ? gzipSync(bytes) : bytes);
  });
  await new Promise(resolve => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${PLACE}`,
    async stop() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, port] = process.argv.slice(2);
  console.log((await host(folder, Number(port ?? 0))).url);
}
