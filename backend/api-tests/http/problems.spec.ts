import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { pageAt, pages } from '../../../modules/kernel/wire/page-addresses.ts';
import { rawConnection } from '../../testing/clients/raw-connection.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { builtPages } from './built-pages.ts';
import { declaredCalls } from './declared-calls.ts';
import { expectProblem } from './expect-problem.ts';

const frontend = builtPages();
afterAll(frontend.remove);
const shop = shopUnderTest({}, { frontend: frontend.folder });

const navigation = { headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } };
const program = { headers: { accept: 'application/json' } };
const strange = [
  '/nowhere',
  '/tool/x/y',
  '/Tool',
  '/index.html',
  '/.env',
  '/assets/',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/a%00b',
  '/🔧',
];

describe('what is not there', () => {
  it.each(strange)('%s is a problem for programs', async (path) =>
    expectProblem(await shop.nobody.get(path, program), 404, 'There is nothing at this address.'),
  );

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is a problem for %s, whoever asks', async (method) => {
    for (const path of ['/nowhere', '/', '/reviews/1', '/health/live']) {
      expectProblem(await shop.nobody.call(method, path, navigation), 404);
      expectProblem(await shop.admin.call(method, path, { body: {} }), 404);
    }
  });

  it('cannot be reached by climbing out of the pages', async () => {
    for (const path of ['/../package.json', '/assets/../../package.json', '//etc/passwd', '/..\\package.json']) {
      expect((await rawGet(path)).status, path).toBe(404);
    }
  });

  it.each(['/tool/%', '/tool/%E0%A4%A', '/booking/%ff', '/%'])('%s is no address', async (path) => {
    const reply = await shop.admin.get(path, program);
    expectProblem(reply, 404);
  });
});

describe('a request that names', () => {
  it.each([
    ['no host', '', 400],
    ['one', 'Host: shop\r\n', 200],
    ['two hosts', 'Host: shop\r\nHost: elsewhere\r\n', 400],
    ['one twice', 'Host: shop\r\nHost: shop\r\n', 400],
  ])('%s is answered as HTTP has it, at calls and elsewhere', async (_, hosts, status) => {
    for (const path of ['/config', '/health/live']) {
      const { write, rest } = await rawConnection(shop.origin);
      write(`GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      expect(await rest(), path).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });
});

describe('a browser that goes', () => {
  it.each(['/', '/home', '/tools/abc', '/blogs', '/dashboard', '/dashboard/payment/1', '/login/'])(
    'to %s gets the page',
    async (path) => {
      const reply = await shop.nobody.get(path, navigation);
      expect(reply).toMatchObject({ status: 200, text: frontend.page });
      expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(reply.headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each(['/nowhere', '/tools', '/dashboard/nowhere', '/a/b/c'])(
    'to %s gets the page, which is not found',
    async (path) => expect(await shop.nobody.get(path, navigation)).toMatchObject({ status: 404, text: frontend.page }),
  );

  it.each(Object.values(pages))('without saying what it reads to %s gets the page', async (path) => {
    for (const headers of [{ accept: '*/*' }, undefined]) {
      expect(await rawGet(path, headers)).toMatchObject({ status: 200, text: frontend.page });
    }
    expectProblem(await shop.nobody.get(path, program), 404, 'There is nothing at this address.');
  });

  it('finds no page where a call is, and no call where a page is', async () => {
    const calls = (await declaredCalls(shop.origin)).map(({ call }) => call.split(' '));
    const gets = calls.filter(([method]) => method === 'GET').map(([, path = '']) => path.replaceAll(/\{\w+\}/g, 'x'));
    expect(gets.length).toBeGreaterThan(5);
    for (const path of gets) expect(pageAt(path), path).toBeUndefined();
  });

  it('to a file that is not there gets the page, and what fetches it for a page gets none', async () => {
    for (const path of ['/assets/gone.js', '/favicon.ico']) {
      expect(await shop.nobody.get(path, navigation)).toMatchObject({ status: 404, text: frontend.page });
      expectProblem(await shop.nobody.get(path, { headers: { accept: '*/*' } }), 404);
    }
  });

  it('to an address of the API gets the API’s answer', async () => {
    expectProblem(await shop.nobody.get('/tool/x', navigation), 404, 'There is no such tool.');
    expectProblem(await shop.nobody.get('/booking', navigation), 401);
    expect((await shop.nobody.get('/reviews', navigation)).body).toHaveLength(6);
  });
});

describe('a file of the pages', () => {
  it('is kept for a year when its name changes with it, and asked after otherwise', async () => {
    const script = await shop.nobody.get('/assets/app-1a2b.js');
    expect(script).toMatchObject({ status: 200, text: frontend.script });
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const etag = script.headers.get('etag') ?? '';
    // A fetch with If-None-Match would ask for a fresh answer by itself, were it not told otherwise.
    const known = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const again = await shop.nobody.get('/assets/app-1a2b.js', { headers: known });
    expect(again).toMatchObject({ status: 304, text: '' });
  });
});

describe('every answer', () => {
  it.each(['/', '/nowhere', '/tool', '/booking', '/openapi.json', '/health/live', '/assets/app-1a2b.js', '/tool/%'])(
    'from %s says what a browser may do with it, and not what made it',
    async (path) => {
      const { headers } = await shop.nobody.get(path, navigation);
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('that is a failure is not kept on the way', async () => {
    for (const path of ['/tool/x', '/booking', '/tool?limit=x']) {
      expect((await shop.nobody.get(path)).headers.get('cache-control'), path).toBe('no-store');
    }
  });

  it('is the same for HEAD, without a body', async () => {
    for (const path of ['/tool', '/reviews', '/health/live', '/assets/app-1a2b.js']) {
      expect(await shop.nobody.call('HEAD', path)).toMatchObject({ status: 200, text: '' });
    }
    expect((await shop.nobody.call('HEAD', '/tool/x')).status).toBe(404);
  });
});

/** A GET of a path as it is written, with no headers but these: fetch would tidy it up, and say that it takes anything. */
async function rawGet(path: string, headers = {}): Promise<{ status: number | undefined; text: string }> {
  const { hostname, port } = new URL(shop.origin);
  const asked = request({ hostname, port, path, headers }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode, text: await text(response) };
}
