import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Request, RequestHandler } from 'express';
import { pageAt } from '../../modules/kernel/page-addresses.ts';

/**
 * Sends the one page of the built frontend, from memory, to every address that is no call: the address may be none of
 * ours, and then the page goes out with status 404. Content negotiation: whoever takes HTML gets it, also who takes
 * anything or does not say (curl, link previews, monitors) or wants a picture; only a program that wants JSON, and no
 * HTML, is left to be told of a problem. What looks like a file and is none is no page for anybody. Express answers 304 to who has it.
 */
export function page(folder: string): RequestHandler {
  const plain = read(join(folder, 'index.html'));
  const brotli = read(join(folder, 'index.html.br'));
  const gzip = read(join(folder, 'index.html.gz'));
  return (request, response, next) => {
    const isForReading = ['GET', 'HEAD'].includes(request.method) && !wantsProblem(request);
    const isPage = pageAt(request.path) !== undefined;
    if (!plain || !isForReading || (!isPage && extname(request.path) !== '')) return next();
    response.status(isPage ? 200 : 404).type('html');
    response.set({ 'Cache-Control': 'no-cache', Vary: 'Accept, Accept-Encoding' });
    if (brotli && request.acceptsEncodings('br')) {
      response.set('Content-Encoding', 'br').send(brotli);
    } else if (gzip && request.acceptsEncodings('gzip')) {
      response.set('Content-Encoding', 'gzip').send(gzip);
    } else {
      response.send(plain);
    }
  };
}

function wantsProblem(request: Request): boolean {
  return !request.accepts('html') && request.accepts(['json', 'application/problem+json']) !== false;
}

function read(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
