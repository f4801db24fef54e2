import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { pageAt } from '../../../modules/kernel/wire/page-addresses.ts';
import { addressGroup } from '../../limits/address-group.ts';
import { FewEachRound } from '../../runtime/scheduling/few-each-round.ts';
import { type KnowFirst, pagesWithScreens } from './first-screens.ts';

/** Stands in the built page where the nonce of an answer goes (frontend/index.html). */
const placeholder = '__NONCE__';

/** Where the page is as a file: no address of ours. */
const file = '/index.html';

/**
 * The page is two kB, with a first screen 40: compressing it takes 30 µs to half a millisecond at this quality.
 * What is compressed beside the nonce may be of somebody's choice, a tool's name, say: by lengths nobody can guess it, since it
 * is another for each answer (BREACH).
 */
const quality = 5;
/**
 * Pages that are made in a round of the event loop. They are counted for nobody, and each takes up to a millisecond, after it has waited
 * for what its first screen shows: the slice in which calls are begun (connections/round-slice.ts) does not see that.
 */
const eachRound = 4;
const encoders = {
  br: (plain: Buffer) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (plain: Buffer) => gzipSync(plain),
} as const;

/**
 * Sends the one page of the built frontend to every address that is no call: the address may be none of ours, and then the
 * page goes out with status 404. Content negotiation: whoever takes HTML gets it, also who takes anything or does not say
 * (curl, link previews, monitors) or wants a picture; only a program that wants JSON, and no HTML, is left to be told of a
 * problem. What looks like a file and is none is no page for whoever takes anything, which is what a page's own code says; a
 * person who typed such an address is shown that there is nothing. Where the page is as a file, it is at '/'.
 *
 * It is filled in for each answer with a nonce for its style elements, and kept nowhere: the nonce of a new answer's header
 * on the body of an old one (304) would show a page without styles.
 * @param policy says in the answer's headers that styles with this nonce are the page's
 * @param know what goes into a page's first screen
 */
export function page(
  folder: string,
  policy: (response: Response, nonce: string) => void,
  know: KnowFirst,
): RequestHandler {
  const plain = read(join(folder, 'index.html'));
  const parts = plain?.split(placeholder);
  const turns = new FewEachRound(eachRound);
  const screens = pagesWithScreens(plain ?? '', read(join(folder, '.first-screens.json')) ?? '{}');
  return async (request, response, next) => {
    const isForReading = ['GET', 'HEAD'].includes(request.method) && !wantsProblem(request);
    const name = pageAt(request.path);
    const isPage = name !== undefined;
    const isFile = !isPage && extname(request.path) !== '';
    if (!parts || !isForReading || (isFile && !isPerson(request))) return next();
    if (request.path === file) return response.redirect(301, `/${request.url.slice(file.length)}`);
    // An address that asks for more than the page, a search, say, may begin otherwise.
    const screen = name !== undefined && request.url === request.path ? screens.get(name) : undefined;
    const known = screen && name && (await know(name, request.path));
    const turn = turns.turn(() => addressGroup(request.ip));
    if (turn) await turn; // Else at once: what comes behind it may end the connection.
    if (response.closed) return;
    const nonce = randomBytes(16).toString('base64');
    policy(response, nonce);
    response.status(isPage ? 200 : 404).type('html');
    response.set({ 'Cache-Control': 'no-store', Vary: 'Accept, Accept-Encoding' });
    sendWhole(response, Buffer.from((known && screen?.(known, nonce)) ?? parts.join(nonce)));
  };
}

/** A browser that goes to an address names HTML; one that fetches what a page is made of does not. */
function isPerson(request: Request): boolean {
  return (request.headers.accept ?? '').includes('text/html') && request.accepts('html') !== false;
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
