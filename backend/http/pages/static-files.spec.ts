import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { script, servedBuild } from '../../testing/shops/served-build.ts';
import { staticFiles } from './static-files.ts';

describe('a built file', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'brotli', 'br'],
    ['gzip, deflate', 'gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'plain', undefined],
    ['*', 'brotli', 'br'],
    ['identity', 'plain', undefined],
  ])('goes out to who accepts %s as %s', async (accepted, content, encoding) => {
    const { get } = await servedBuild([staticFiles]);
    const reply = await get(script, { 'accept-encoding': accepted });
    expect(reply).toMatchObject({ status: 200, text: content, headers: { vary: 'Accept-Encoding' } });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it('goes out as it is to who says nothing of what they accept', async () => {
    const { get } = await servedBuild([staticFiles]);
    expect(await get(script)).toMatchObject({ status: 200, text: 'plain' });
  });

  it('may be kept for a year under a name that says what is in it, else for a week', async () => {
    const { get } = await servedBuild([staticFiles], { 'favicon.svg': '<svg/>' });
    expect((await get(script)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/favicon.svg')).headers).toMatchObject({
      'cache-control': 'public, max-age=604800',
      'content-type': 'image/svg+xml',
    });
  });

  it('does not go out again to who has it, in whichever way they say so', async () => {
    const { get } = await servedBuild([staticFiles]);
    const { etag = '', 'last-modified': modified } = (await get(script)).headers;
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      expect(await get(script, { 'if-none-match': known })).toMatchObject({ status: 304, text: '' });
    }
    expect(await get(script, { 'if-modified-since': modified })).toMatchObject({ status: 304, text: '' });
    expect(await get(script, { 'if-none-match': '"other"' })).toMatchObject({ status: 200, text: 'plain' });
  });

  it.each([
    ['bytes=1-3', 206, 'lai', 'bytes 1-3/5'],
    ['bytes=3-', 206, 'in', 'bytes 3-4/5'],
    ['bytes=3-99', 206, 'in', 'bytes 3-4/5'],
    ['bytes=-2', 206, 'in', 'bytes 3-4/5'],
    ['bytes=-99', 200, 'plain', undefined],
    ['bytes=-0', 416, '', 'bytes */5'],
    ['bytes=0-0', 206, 'p', 'bytes 0-0/5'],
    ['bytes=0-1,3-4', 200, 'plain', undefined],
    ['bytes=x', 200, 'plain', undefined],
    ['lines=1-3', 200, 'plain', undefined],
    ['bytes=5-', 416, '', 'bytes */5'],
    ['bytes=3-1', 416, '', 'bytes */5'],
  ])('answers %s with %i and %j', async (range, status, content, contentRange) => {
    const { get } = await servedBuild([staticFiles]);
    const reply = await get(script, { range });
    expect(reply).toMatchObject({ status, text: content });
    expect(reply.headers['content-range']).toBe(contentRange);
  });

  it('is described to HEAD, and whole to who asks for a part if it is still the same', async () => {
    const { get } = await servedBuild([staticFiles]);
    const head = await get(script, { range: 'bytes=1-3' }, 'HEAD');
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': '5' } });
    const { etag } = head.headers;
    expect(await get(script, { range: 'bytes=1-3', 'if-range': etag })).toMatchObject({ status: 200, text: 'plain' });
  });

  it('is not there under the name of a compressed one, or out of the folder, or for who does not read it', async () => {
    const { get } = await servedBuild([staticFiles]);
    for (const path of [
      `${script}.br`,
      `${script}%2Ebr`,
      `${script}/`,
      '/index.html',
      '/index',
      '/',
      '/assets/',
      '/assets',
      '/assets/../../package.json',
      '/%2e%2e/package.json',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
    expect((await get(script, {}, 'POST')).status).toBe(404);
  });

  it('is read once, and comes from the memory then, whatever part of it is asked for', async () => {
    const { get, folder } = await servedBuild([staticFiles]);
    expect((await get(script)).text).toBe('plain');
    rmSync(join(folder, script));
    expect(await get(script)).toMatchObject({ status: 200, text: 'plain' });
    expect(await get(script, { range: 'bytes=1-3' })).toMatchObject({ status: 206, text: 'lai' });
  });

  it('may be a link to one, and a link to nothing is not there', async () => {
    const { get, folder } = await servedBuild([staticFiles]);
    symlinkSync(join(folder, script), join(folder, 'linked.js'));
    symlinkSync(join(folder, 'nothing'), join(folder, 'broken.js'));
    expect(await get('/linked.js')).toMatchObject({ status: 200, text: 'plain' });
    expect((await get('/broken.js')).status).toBe(404);
  });

  it('that went away before anybody asked for it is not there, and that is all', async () => {
    const { get, folder } = await servedBuild([staticFiles], { 'favicon.svg': '<svg/>' });
    // The folder is known from then on.
    expect((await get('/favicon.svg')).status).toBe(200);
    rmSync(join(folder, script));
    const gone = await get(script);
    expect(gone.status).toBe(404);
    expect(gone.headers).not.toHaveProperty('etag');
    expect((await get('/favicon.svg')).status).toBe(200);
  });

  it('that a build writes again under a running shop is not there until all of it is', async () => {
    const { get, folder } = await servedBuild([staticFiles], { 'favicon.svg': '<svg/>' });
    // The folder is known from then on.
    expect((await get('/favicon.svg')).status).toBe(200);
    for (const half of ['', 'pla']) {
      writeFileSync(join(folder, script), half);
      expect((await get(script)).status).toBe(404);
    }
    writeFileSync(join(folder, script), 'plain');
    expect(await get(script)).toMatchObject({ status: 200, text: 'plain' });
  });
});
