import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { RequestHandler } from 'express';
import { pageAt } from '../../modules/kernel/page-addresses.ts';

/**
 * Sends the one page of the built frontend to every address that a browser navigates to, from memory: the address may be
 * none of ours, and then the page goes out with status 404. Express answers 304 to who has it.
 */
export function page(folder: string): RequestHandler {
  const plain = read(join(folder, 'index.html'));
  const brotli = read(join(folder, 'index.html.br'));
  const gzip = read(join(folder, 'index.html.gz'));
  return (request, response, next) => {
    const isNavigation = ['GET', 'HEAD'].includes(request.method) && request.accepts(['json', 'html']) === 'html';
    if (!plain || !isNavigation || extname(request.path) !== '') return next();
    response.status(pageAt(request.path) ? 200 : 404).type('html');
    response.set({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
    if (brotli && request.acceptsEncodings('br')) {
      response.set('Content-Encoding', 'br').send(brotli);
    } else if (gzip && request.acceptsEncodings('gzip')) {
      response.set('Content-Encoding', 'gzip').send(gzip);
    } else {
      response.send(plain);
    }
  };
}

function read(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
