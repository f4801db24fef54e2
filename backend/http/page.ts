import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { pageAt } from '../../modules/kernel/page-addresses.ts';

/** Stands in the built page where the nonce of an answer goes (frontend/index.html). */
const placeholder = '__NONCE__';

/** What stands in the built page until the shop's code has come; a first screen takes its place (frontend/build). */
const opening = /(?<=<div id="root">).*(?=<\/div>\s*<noscript>)/s;

/**
 * The page is two kB, with a first screen 40: compressing it takes 30 µs to half a millisecond at this quality.
 * Nothing that anybody else can choose is compressed beside the nonce, so that nobody can guess it by lengths (BREACH).
 */
const quality = 5;
const encoders = {
  br: (plain: Buffer) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (plain: Buffer) => gzipSync(plain),
} as const;

/**
 * Sends the one page of the built frontend to every address that is no call: the address may be none of ours, and then the
 * page goes out with status 404. Content negotiation: whoever takes HTML gets it, also who takes anything or does not say
 * (curl, link previews, monitors) or wants a picture; only a program that wants JSON, and no HTML, is left to be told of a
 * problem. What looks like a file and is none is no page for anybody.
 *
 * It is filled in for each answer with a nonce for its style elements, and kept nowhere: the nonce of a new answer's header
 * on the body of an old one (304) would show a page without styles.
 * @param policy says in the answer's headers that styles with this nonce are the page's
 */
export function page(folder: string, policy: (response: Response, nonce: string) => void): RequestHandler {
  const plain = read(join(folder, 'index.html'));
  const parts = plain?.split(placeholder);
  const drawn = partsOfDrawn(plain, read(join(folder, '.first-screens.json')));
  return (request, response, next) => {
    const isForReading = ['GET', 'HEAD'].includes(request.method) && !wantsProblem(request);
    const name = pageAt(request.path);
    const isPage = name !== undefined;
    if (!parts || !isForReading || (!isPage && extname(request.path) !== '')) return next();
    const nonce = randomBytes(16).toString('base64');
    policy(response, nonce);
    response.status(isPage ? 200 : 404).type('html');
    response.set({ 'Cache-Control': 'no-store', Vary: 'Accept, Accept-Encoding' });
    // An address that asks for more than the page, a search, say, may begin otherwise.
    const first = name !== undefined && request.url === request.path ? drawn.get(name) : undefined;
    sendWhole(response, Buffer.from((first ?? parts).join(nonce)));
  };
}

/**
 * The page with each of the first screens that the build has drawn, in parts between which a nonce goes. They are the same
 * for everybody: nothing of who asks is in them.
 */
function partsOfDrawn(plain: string | undefined, screens: string | undefined): ReadonlyMap<string, string[]> {
  const drawn = Object.entries<string>(JSON.parse(screens ?? '{}'));
  return new Map(drawn.map(([name, html]) => [name, plain?.replace(opening, () => html).split(placeholder) ?? []]));
}

/** Express's own way to send would answer 304 to `If-None-Match: *`. */
function sendWhole(response: Response, plain: Buffer): void {
  const encoding = (['br', 'gzip'] as const).find((name) => response.req.acceptsEncodings(name) === name);
  const body = encoding ? encoders[encoding](plain) : plain;
  response.set({ 'Content-Length': String(body.length), ...(encoding && { 'Content-Encoding': encoding }) });
  response.end(body);
}

function wantsProblem(request: Request): boolean {
  return !request.accepts('html') && request.accepts(['json', 'application/problem+json']) !== false;
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
