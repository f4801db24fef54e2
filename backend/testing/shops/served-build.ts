import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import express, { type RequestHandler } from 'express';
import { listening } from '../servers/listening.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A script of the build that `servedBuild` serves. */
export const script = '/assets/app-1a2b.js';

/**
 * Serves a build of a page and a script, of which there is a brotli and a gzip; what they hold says which of them it is.
 * Other files of it come with the options.
 */
export async function servedBuild(
  handlers: readonly ((folder: string) => RequestHandler)[],
  files: Readonly<Record<string, string>> = {},
) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), 'page');
  for (const [ending, content] of Object.entries({ '': 'plain', '.br': 'brotli', '.gz': 'gzip' })) {
    writeFileSync(join(folder, script + ending), content);
  }
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  const app = express();
  for (const handler of handlers) app.use(handler(folder));
  const server = createServer(app);
  const port = await listening(server);
  const get = async (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') => {
    const sent = request({ host: '127.0.0.1', port, path, headers, method, agent: false }).end();
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    const bytes = await buffer(reply);
    return { status: reply.statusCode, headers: reply.headers, text: bytes.toString(), bytes };
  };
  return { get, folder, port };
}
