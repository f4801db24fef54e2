import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';

/** Plain names with an extension; neither the page, which page.ts sends, nor the compressed one beside a file. */
const fileName = /^\/(?!index\.html$)[\w./-]*\.(?!br$|gz$)\w+$/;

/** What an answer takes in memory, in bytes, while its client does not read: a chunk at the socket and one in advance. */
const mostInMemory = 2 * 64 * 1_024;

/** Ends sirv's work on a file which the browser has already. */
class NotModified extends Error {}

/**
 * Serves the files of the built frontend with sirv: precompressed (`.br`, `.gz`), hashed ones for a year, the others for
 * a week. The folder is scanned once, with the first file that is asked for: it has to be built before. What sirv takes too
 * simply is put right around it: methods, `q=0` in Accept-Encoding, lists in If-None-Match, ranges other than `from-to`,
 * and read streams of which the visitor hung up.
 *
 * @param hold hears of every answer, which is in the memory until the socket has taken it
 */
export function staticFiles(folder: string, hold: (socket: Socket, bytes: number) => void): RequestHandler {
  if (!existsSync(folder)) return (_request, _response, next) => next();
  const scanned = () =>
    sirv(folder, {
      brotli: true,
      gzip: true,
      extensions: [],
      setHeaders(plainResponse, path, stats) {
        const response = plainResponse as Response; // The one that Express called us with.
        response.type(extname(path)).set({
          'Cache-Control': cachingOf(path),
          ETag: `W/"${stats.size.toString(36)}-${stats.mtimeMs.toString(36)}"`,
          'Last-Modified': stats.mtime.toUTCString(),
        });
        if (response.req.fresh) throw new NotModified();
        narrowRange(response.req, stats.size);
        hold(response.req.socket, Math.min(stats.size, mostInMemory));
      },
    });
  let files: RequestHandler | undefined;
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (!fileName.test(request.path)) return next();
    request.headers['accept-encoding'] = ['br', 'gzip'].filter((name) => request.acceptsEncodings(name)).join();
    response.once('pipe', (file) => closeTogether(file, response));
    files ??= scanned();
    try {
      files(request, response, next);
    } catch (reason) {
      if (!(reason instanceof NotModified)) throw reason;
      response.status(304).end();
    }
  };
}

/** Without this, whoever hangs up half way leaves a descriptor open for ever, and a file that is gone ends the process. */
function closeTogether(file: Readable, response: Response): void {
  response.once('close', () => file.destroy());
  file.once('error', () => response.destroy());
}

/** Leaves what sirv understands: one range, in bounds, whose end is not 0. The whole file is a right answer to any other. */
function narrowRange(request: Request, size: number): void {
  const ranges = request.method === 'GET' && !request.headers['if-range'] ? request.range(size) : undefined;
  const isOne = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1;
  const range = isOne ? ranges[0] : undefined;
  if (ranges === -1)
    request.headers.range = `bytes=${size}-`; // Unsatisfiable: 416.
  else if (range && range.end > 0) request.headers.range = `bytes=${range.start}-${range.end}`;
  else delete request.headers.range;
}

function cachingOf(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=604800';
}
