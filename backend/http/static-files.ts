import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { RequestHandler, Response } from 'express';
import { pageAt } from '../../modules/kernel/page-addresses.ts';

type File = {
  readonly type: string;
  readonly etag: string;
  readonly caching: string;
  readonly plain: Buffer;
  readonly brotli: Buffer | undefined;
  readonly gzip: Buffer | undefined;
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * Serves the built frontend from memory: precompressed, hashed files for a year, everything else revalidated; and the
 * one page for every address that a browser navigates to, with status 404 where no page is.
 */
export function staticFiles(folder: string): RequestHandler {
  const files = readFiles(folder);
  const index = files.get('/index.html');
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const file = request.path === '/index.html' ? undefined : files.get(request.path);
    if (file) return send(response, file, 200);
    const isNavigation = request.accepts(['json', 'html']) === 'html';
    if (index && isNavigation && extname(request.path) === '') {
      return send(response, index, pageAt(request.path) ? 200 : 404);
    }
    next();
  };
}

function send(response: Response, file: File, status: number): void {
  const { req: request } = response;
  response.status(status);
  response.set({ 'Cache-Control': file.caching, Vary: 'Accept-Encoding', ETag: file.etag, 'Content-Type': file.type });
  if (request.fresh) {
    response.status(304).end();
  } else if (file.brotli && request.acceptsEncodings('br')) {
    response.set('Content-Encoding', 'br').end(file.brotli);
  } else if (file.gzip && request.acceptsEncodings('gzip')) {
    response.set('Content-Encoding', 'gzip').end(file.gzip);
  } else {
    response.end(file.plain);
  }
}

function readFiles(folder: string): ReadonlyMap<string, File> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => {
      const url = `/${relative(folder, path).split(sep).join('/')}`;
      const plain = readFileSync(path);
      const file: File = {
        type: types[extname(path)] ?? 'application/octet-stream',
        // Weak: however it is compressed, it is the same file.
        etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
        caching: cachingOf(url),
        plain,
        brotli: existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined,
        gzip: existsSync(`${path}.gz`) ? readFileSync(`${path}.gz`) : undefined,
      };
      return [url, file];
    }),
  );
}

function cachingOf(url: string): string {
  if (url.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return url.endsWith('.html') ? 'no-cache' : 'public, max-age=604800';
}
