import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { BeingPrepared, Invalid, Unavailable } from '../../../modules/kernel/errors.ts';
import { pages } from '../../../modules/kernel/wire/page-addresses.ts';
import { servedBuild } from '../../testing/shops/served-build.ts';
import { freshFirst } from './first-screens.ts';
import { page } from './page.ts';
import { pagePolicy } from './security-headers.ts';

const known = async () => ({ facts: ['odd'], texts: { word: '<b>{{word}}' }, data: { said: '</script>' } });
const shown = (folder: string) => page(folder, pagePolicy({ stripe: false }), known);
const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** A build whose page says what its nonce is. */
async function servedPage() {
  const build = await servedBuild([
    (folder) => {
      writeFileSync(join(folder, 'index.html'), `<meta nonce="__NONCE__" />${' and so on'.repeat(200)}`);
      return shown(folder);
    },
  ]);
  return build.get;
}
const nonceIn = (html: Buffer | string) => /nonce="([^"]+)"/.exec(html.toString())?.[1];
const nonceIfSaid = (policy: unknown) => /style-src 'self' 'nonce-([^']+)'/.exec(String(policy))?.[1];

describe('the page', () => {
  it('goes out for every address of the browser’s, and says where there is nothing', async () => {
    const { get } = await servedBuild([shown]);
    for (const address of Object.values(pages)) {
      expect(await get(address, navigation), address).toMatchObject({ status: 200, text: 'page' });
    }
    expect(await get('/nowhere', navigation)).toMatchObject({ status: 404, text: 'page' });
  });

  it('is made a few times in each round of the event loop, and not for who has hung up meanwhile', async () => {
    const { folder } = await servedBuild([shown]);
    let made = 0;
    const handle = page(folder, () => void made++, known);
    const ended: number[] = [];
    const ask = (n: number) => {
      const request = { method: 'GET', headers: {}, path: '/', url: '/', accepts: () => 'html' };
      const response = { closed: n === 29, req: { acceptsEncodings: () => false }, end: () => ended.push(n) };
      for (const chained of ['status', 'type', 'set']) Object.assign(response, { [chained]: () => response });
      return handle(request as unknown as Request, response as unknown as Response, () => {});
    };
    const asked = Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)));
    const ofRounds: number[] = [];
    for (let before = 0; before < 29; before = made) {
      await nextRound();
      ofRounds.push(made - before);
    }
    await asked;
    expect(Math.max(...ofRounds)).toBeLessThanOrEqual(2 * 4);
    expect(ended).toEqual(Array.from({ length: 29 }, (_, n) => n));
  });

  it('is made in turn by where people come from, so that nobody waits for all that one address asks for', async () => {
    const { folder } = await servedBuild([shown]);
    const handle = page(folder, () => {}, known);
    const ended: string[] = [];
    const ask = (ip: string) => {
      const request = { method: 'GET', headers: {}, path: '/', url: '/', ip, accepts: () => 'html' };
      const response = { closed: false, req: { acceptsEncodings: () => false }, end: () => ended.push(ip) };
      for (const chained of ['status', 'type', 'set']) Object.assign(response, { [chained]: () => response });
      return handle(request as unknown as Request, response as unknown as Response, () => {});
    };
    const many = Array.from({ length: 100 }, () => ask('192.0.2.1'));
    await Promise.all([ask('198.51.100.1'), ...many]);
    expect(ended.indexOf('198.51.100.1')).toBeLessThanOrEqual(2 * 4);
  });

  it('knows its styles by a nonce that its header says, and that no other answer has', async () => {
    const get = await servedPage();
    const nonces = new Set<string | undefined>();
    for (let answers = 0; answers < 20; answers += 1) {
      const { headers, text } = await get('/', navigation);
      expect(text).not.toContain('__NONCE__');
      expect(nonceIn(text)).toMatch(/^[\w+/]{22}==$/);
      expect(nonceIfSaid(headers['content-security-policy'])).toBe(nonceIn(text));
      nonces.add(nonceIn(text));
    }
    expect(nonces.size).toBe(20);
  });

  it('comes with the first screen that was drawn of it, its styles by the same nonce, where nothing more is asked', async () => {
    const { get } = await servedBuild([
      (folder) => {
        const html = '<head><meta nonce="__NONCE__" /></head><div id="root"><b>bar</b></div>\n<noscript></noscript>';
        writeFileSync(join(folder, 'index.html'), html);
        const drawings = { odd: '<style nonce="__NONCE__"></style>$& {{word}} drawn', '': 'even' };
        const screens = { front: { styles: ['/a.css'], screens: [{ asks: ['odd'], drawings }] } };
        writeFileSync(join(folder, '.first-screens.json'), JSON.stringify(screens));
        return shown(folder);
      },
    ]);
    const { text, headers } = await get('/', navigation);
    expect(text).toContain('<link rel="stylesheet" crossorigin href="/a.css"><link rel="expect"');
    expect(text).toContain('</head><div id="root"><b>bar</b><style');
    expect(text).toContain('$& &lt;b&gt;{{word}} drawn</div><script type="application/json"');
    expect(text).toContain('{"said":"\\u003c/script>"}</script>');
    const nonces = [...text.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce);
    expect(nonces).toEqual(Array(2).fill(nonceIfSaid(headers['content-security-policy'])));
    for (const other of ['/?search=saw', '/blogs', '/nowhere'])
      expect((await get(other, navigation)).text, other).toContain('<div id="root"><b>bar</b></div>');
  });

  it.each([
    new Unavailable('The read models are away.'),
    new BeingPrepared('tools'),
    new Invalid('Too large an amount.'),
  ])('begins with the bar where what is on its first screen cannot be told: $name', async (reason) => {
    const { get } = await servedBuild([
      (folder) => {
        const html = '<head></head><div id="root"><b>bar</b></div>\n<noscript></noscript>';
        writeFileSync(join(folder, 'index.html'), html);
        const screens = { tool: { styles: [], screens: [{ asks: [], drawings: { '': 'drawn' } }] } };
        writeFileSync(join(folder, '.first-screens.json'), JSON.stringify(screens));
        return page(
          folder,
          pagePolicy({ stripe: false }),
          freshFirst(
            () => Promise.reject(reason),
            () => undefined,
            () => {},
          ),
        );
      },
    ]);
    const { status, text, headers } = await get('/tools/1', navigation);
    expect({ status, text }).toEqual({
      status: 200,
      text: '<head></head><div id="root"><b>bar</b></div>\n<noscript></noscript>',
    });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('is kept by nobody, and goes out whole to who says that they have it', async () => {
    const get = await servedPage();
    const { headers } = await get('/', navigation);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.etag).toBeUndefined();
    expect(headers['last-modified']).toBeUndefined();
    for (const known of [{ 'if-none-match': '*' }, { 'if-modified-since': new Date().toUTCString() }]) {
      const again = await get('/', { ...navigation, ...known });
      expect(again.status).toBe(200);
      expect(nonceIfSaid(again.headers['content-security-policy'])).toBe(nonceIn(again.text));
    }
  });

  it.each([
    ['gzip, deflate, br, zstd', brotliDecompressSync, 'br'],
    ['br;q=0, gzip', gunzipSync, 'gzip'],
    ['identity', (plain: Buffer) => plain, undefined],
    [undefined, (plain: Buffer) => plain, undefined],
  ])('goes out to who accepts %s as they can read it', async (accepted, decompress, encoding) => {
    const get = await servedPage();
    const sent = { ...navigation, ...(accepted && { 'accept-encoding': accepted }) };
    const { headers, bytes } = await get('/', sent);
    expect(headers.vary).toBe('Accept, Accept-Encoding');
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(nonceIn(decompress(bytes))).toBe(nonceIfSaid(headers['content-security-policy']));
    expect(Number(headers['content-length'])).toBe(bytes.length);
    expect(bytes.length < 500).toBe(encoding !== undefined);
    const head = await get('/', sent, 'HEAD');
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-encoding']).toBe(encoding);
  });

  it.each([
    ['who takes anything, as curl does', { accept: '*/*' }],
    ['who does not say', {}],
    ['who takes pictures only', { accept: 'image/png' }],
    ['who takes plain text only', { accept: 'text/plain;q=0.5' }],
    ['who takes anything, and JSON rather', { accept: 'application/json, text/plain, */*' }],
  ])('goes out to %s, at every address', async (_, headers) => {
    const { get } = await servedBuild([shown]);
    for (const address of ['/', '/home', '/tools/claw-hammer.v2', '/dashboard/myorders']) {
      expect(await get(address, headers), address).toMatchObject({ status: 200, text: 'page' });
      expect(await get(address, headers, 'HEAD'), address).toMatchObject({ status: 200, text: '' });
    }
    expect(await get('/nowhere', headers)).toMatchObject({ status: 404, text: 'page' });
    expect((await get('/assets/gone.js', headers)).text).not.toBe('page');
  });

  it.each(['/foo.bar', '//evil.com', '/assets/gone.js', '/tool.php'])(
    'says to a person at %s that there is nothing, and to what fetches files, or JSON, as a problem',
    async (address) => {
      const { get } = await servedBuild([shown]);
      for (const headers of [navigation, { accept: 'text/html' }]) {
        expect(await get(address, headers)).toMatchObject({ status: 404, text: 'page' });
        expect(await get(address, headers, 'HEAD')).toMatchObject({ status: 404, text: '' });
      }
      for (const accept of ['*/*', 'text/css,*/*;q=0.1', 'image/avif,image/webp,*/*', 'application/json']) {
        expect((await get(address, { accept })).text, accept).not.toBe('page');
      }
    },
  );

  it('is at one address, and not where it is as a file', async () => {
    const { get } = await servedBuild([shown]);
    const { status, headers } = await get('/index.html?search=saw', navigation);
    expect({ status, location: headers.location }).toEqual({ status: 301, location: '/?search=saw' });
    expect((await get('/index.html', { accept: 'application/json' })).status).toBe(404);
  });

  it('is only for who reads pages', async () => {
    const { get } = await servedBuild([shown]);
    for (const accept of ['application/json', 'application/problem+json', '*/*, text/html;q=0']) {
      expect((await get('/dashboard', { accept })).text, accept).not.toBe('page');
    }
    expect((await get('/dashboard', navigation, 'POST')).status).toBe(404);
  });
});
