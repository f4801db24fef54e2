import { describe, expect, it } from 'vitest';
import { pages } from '../../modules/kernel/page-addresses.ts';
import { servedBuild } from '../testing/served-build.ts';
import { page } from './page.ts';

describe('the page', () => {
  const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('goes out for every address of the browser’s, and says where there is nothing', async () => {
    const { get } = await servedBuild([page]);
    for (const address of Object.values(pages)) {
      expect(await get(address, navigation), address).toMatchObject({ status: 200, text: 'page' });
    }
    expect(await get('/nowhere', navigation)).toMatchObject({ status: 404, text: 'page' });
    const { etag = '' } = (await get('/', navigation)).headers;
    expect((await get('/', { ...navigation, 'if-none-match': etag })).status).toBe(304);
    expect((await get('/nowhere', { ...navigation, 'if-none-match': etag })).status).toBe(404);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'brotli', 'br'],
    ['br;q=0, gzip', 'gzip', 'gzip'],
    ['identity', 'page', undefined],
  ])('goes out to who accepts %s as %s, to be asked for again', async (accepted, content, encoding) => {
    const { get } = await servedBuild([page], { 'index.html.br': 'brotli', 'index.html.gz': 'gzip' });
    const reply = await get('/', { ...navigation, 'accept-encoding': accepted });
    expect(reply).toMatchObject({
      text: content,
      headers: { vary: 'Accept, Accept-Encoding', 'cache-control': 'no-cache' },
    });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it.each([
    ['who takes anything, as curl does', { accept: '*/*' }],
    ['who does not say', {}],
    ['a link preview', { accept: 'text/html' }],
    ['who takes pictures only', { accept: 'image/png' }],
    ['who takes plain text only', { accept: 'text/plain;q=0.5' }],
    ['who takes anything, and JSON rather', { accept: 'application/json, text/plain, */*' }],
  ])('goes out to %s, at every address', async (_, headers) => {
    const { get } = await servedBuild([page]);
    for (const address of ['/', '/home', '/tools/claw-hammer.v2', '/dashboard/myorders']) {
      expect(await get(address, headers), address).toMatchObject({ status: 200, text: 'page' });
      expect(await get(address, headers, 'HEAD'), address).toMatchObject({ status: 200, text: '' });
    }
    expect(await get('/nowhere', headers)).toMatchObject({ status: 404, text: 'page' });
    expect((await get('/assets/gone.js', headers)).text).not.toBe('page');
  });

  it('is only for who reads pages', async () => {
    const { get } = await servedBuild([page]);
    for (const accept of ['application/json', 'application/problem+json', '*/*, text/html;q=0']) {
      expect((await get('/dashboard', { accept })).text, accept).not.toBe('page');
    }
    expect((await get('/dashboard', navigation, 'POST')).status).toBe(404);
  });
});
