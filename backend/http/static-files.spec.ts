import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pages } from '../../modules/kernel/page-addresses.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { staticFiles } from './static-files.ts';

const script = '/assets/app-1a2b.js';

/** Serves a page and a script, of which there is a brotli and a gzip; what they hold says which of them it is. */
async function served() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), 'page');
  for (const [ending, content] of Object.entries({ '': 'plain', '.br': 'brotli', '.gz': 'gzip' })) {
    writeFileSync(join(folder, script + ending), content);
  }
  const server = createServer(express().use(staticFiles(folder))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') => {
    const sent = request({ host: '127.0.0.1', port, path, headers, method, agent: false }).end();
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: reply.statusCode, headers: reply.headers, text: await text(reply) };
  };
}

describe('a built file', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'brotli', 'br'],
    ['gzip, deflate', 'gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'plain', undefined],
    ['*', 'brotli', 'br'],
    ['identity', 'plain', undefined],
  ])('goes out to who accepts %s as %s', async (accepted, content, encoding) => {
    const get = await served();
    const reply = await get(script, { 'accept-encoding': accepted });
    expect(reply).toMatchObject({ status: 200, text: content, headers: { vary: 'Accept-Encoding' } });
    expect(reply.headers['content-encoding']).toBe(encoding);
  });

  it('goes out as it is to who says nothing of what they accept', async () => {
    const get = await served();
    expect(await get(script)).toMatchObject({ status: 200, text: 'plain' });
  });

  it('does not go out again to who has it, in whichever way they say so', async () => {
    const get = await served();
    const { etag = '' } = (await get(script)).headers;
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      expect(await get(script, { 'if-none-match': known })).toMatchObject({ status: 304, text: '' });
    }
    expect(await get(script, { 'if-none-match': '"other"' })).toMatchObject({ status: 200, text: 'plain' });
  });

  it('is not there under the name of a compressed one, or out of the folder', async () => {
    const get = await served();
    for (const path of [
      `${script}.br`,
      '/index.html',
      '/assets/',
      '/assets/../../package.json',
      '/%2e%2e/package.json',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
  });
});

describe('the page', () => {
  const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('goes out for every address of the browser’s, and says where there is nothing', async () => {
    const get = await served();
    for (const address of Object.values(pages)) {
      expect(await get(address, navigation), address).toMatchObject({ status: 200, text: 'page' });
    }
    expect(await get('/nowhere', navigation)).toMatchObject({ status: 404, text: 'page' });
    const { etag = '' } = (await get('/', navigation)).headers;
    expect((await get('/', { ...navigation, 'if-none-match': etag })).status).toBe(304);
    expect((await get('/nowhere', { ...navigation, 'if-none-match': etag })).status).toBe(404);
  });

  it('is only for who reads pages', async () => {
    const get = await served();
    expect((await get('/dashboard', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/dashboard', navigation, 'POST')).status).toBe(404);
  });
});
