import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { RequestHandler, Response } from 'express';
import { madeOnce } from '../../../modules/kernel/concurrency/made-once.ts';

/** Plain names with an extension; neither the page, which page.ts sends, nor the compressed one beside a file. */
const fileName = /^\/(?!index\.html$)[\w./-]*\.(?!br$|gz$)\w+$/;

/** Under which ending a file lies that was compressed before, best first. */
const endings = { br: '.br', gzip: '.gz' } as const;
const encodings = ['br', 'gzip'] as const;

/** A file of the build, in one encoding. */
type BuiltFile = { readonly stats: Stats; readonly bytes: () => Promise<Buffer> };

/**
 * Serves the files of the built frontend: precompressed (`.br`, `.gz`), hashed ones for a year, the others for a week or as long as it is said. The folder is scanned
 * once, with the first file that is asked for: it has to be built before. A file is read once, and then sent from the memory, at once and of
 * one copy for all: files are counted for nobody, and whoever loads one again and again would else have it read as often.
 * @param options.keep seconds for which a browser keeps a file whose name says nothing of what is in it
 */
export function staticFiles(folder: string, { keep = 604_800 } = {}): RequestHandler {
  if (!existsSync(folder)) return (_request, _response, next) => next();
  let files: ReadonlyMap<string, BuiltFile> | undefined;
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (!fileName.test(request.path)) return next();
    files ??= filesIn(folder);
    const plain = files.get(request.path);
    if (!plain) return next();
    const encoding = encodings.find(
      (name) => files?.has(request.path + endings[name]) && request.acceptsEncodings(name),
    );
    const file = encoding ? (files.get(request.path + endings[encoding]) ?? plain) : plain;
    const bytes = await file.bytes().catch(unlessGone);
    if (!bytes) return next();
    response.type(extname(request.path)).set({
      'Cache-Control': cachingOf(request.path, keep),
      ETag: `W/"${file.stats.size.toString(36)}-${file.stats.mtimeMs.toString(36)}"`,
      'Last-Modified': file.stats.mtime.toUTCString(),
      Vary: 'Accept-Encoding',
    });
    if (request.fresh) return void response.status(304).end();
    if (encoding) response.set('Content-Encoding', encoding);
    sendBytes(response, bytes);
  };
}

/** A file is not, or not yet, what it was when the folder was scanned. */
class WrittenAgain extends Error {}

/** What is kept, and by browsers for a year, is all of a file: a build that writes it again may not have got to its end. */
async function readWhole(path: string, { size }: Stats): Promise<Buffer> {
  const bytes = await readFile(path);
  if (bytes.length !== size) throw new WrittenAgain();
  return bytes;
}

/** A build under a running shop takes files away, and writes them again. */
function unlessGone(reason: NodeJS.ErrnoException): undefined {
  if (reason.code !== 'ENOENT' && !(reason instanceof WrittenAgain)) throw reason;
}

/** So many bytes of the end. Where a file has fewer all of it is meant (RFC 9110, 14.1.2), which Express takes for what cannot be satisfied. */
const ofTheEnd = /^bytes=-0*[1-9]/;

/** All of them, or the one range that is asked for where it can be satisfied: to any other all of it is a right answer. */
function sendBytes(response: Response, bytes: Buffer): void {
  const { req: request } = response;
  const ranges = request.method === 'GET' && !request.headers['if-range'] ? request.range(bytes.length) : undefined;
  if (ranges === -1 && !ofTheEnd.test(request.headers.range ?? '')) {
    response.status(416).set('Content-Range', `bytes */${bytes.length}`).removeHeader('Content-Encoding');
    return void response.end();
  }
  const range = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes.length}`);
  const sent = range ? bytes.subarray(range.start, range.end + 1) : bytes;
  response.set({ 'Content-Length': `${sent.length}`, 'Accept-Ranges': 'bytes' }).end(sent);
}

/** By their addresses, compressed ones too, and what is a link to one. What begins with a dot is for nobody else. */
function filesIn(folder: string): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const [address, path] = [`/${name.split(sep).join('/')}`, join(folder, name)];
    const stats = address.includes('/.') ? undefined : statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) files.set(address, { stats, bytes: madeOnce(() => readWhole(path, stats)) });
  }
  return files;
}

function cachingOf(path: string, keep: number): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : `public, max-age=${keep}`;
}
