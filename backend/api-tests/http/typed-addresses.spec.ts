import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { pageMeant, shownAt } from '../../http/pages/page-meant.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { builtPages } from './built-pages.ts';
import { declaredCalls } from './declared-calls.ts';

const frontend = builtPages();
afterAll(frontend.remove);
const shop = shopUnderTest({}, { frontend: frontend.folder });

type Headers = Readonly<Record<string, string>>;

/** As Chromium says it of an address that somebody typed. */
const typed = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
};

/** Everybody who calls: each leaves out one of the things by which a browser says that somebody goes there. */
const callers: [who: string, headers: Headers, method?: string][] = [
  ['a program', {}],
  ['curl', { accept: '*/*' }],
  ['a program that wants JSON', { accept: 'application/json' }],
  ['an old browser', { accept: typed.accept }],
  ['a page that calls', { accept: '*/*', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['a page that takes HTML too', { ...typed, 'sec-fetch-mode': 'same-origin' }],
  ['who goes there and takes JSON alone', { ...typed, accept: 'application/json' }],
  ['who asks for the head alone', typed, 'HEAD'],
];

/** fetch says itself how it was called, so that nobody could say otherwise with it. */
async function ask(path: string, headers: Headers, method = 'GET') {
  const { hostname, port } = new URL(shop.origin);
  const asked = request({ hostname, port, path, headers, method }).end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, text: await text(reply) };
}

async function gets() {
  const calls = (await declaredCalls(shop.origin)).map(({ call }) => call.split(' '));
  return calls.filter(([method]) => method === 'GET').map(([, path = '']) => path);
}

describe('somebody who types the address of a call', () => {
  it.each([
    ['/cart', '/mycart'],
    ['/cart/', '/mycart'],
    ['/tool', '/#tools'],
    ['/tool/no-such-tool', '/tools/no-such-tool'],
    ['/tool/%2Fnowhere.example', '/tools/%2Fnowhere.example'],
    ['/booking', '/dashboard'],
    ['/user', '/dashboard/allusers'],
    ['/people/a@b.example', '/dashboard/people/a%40b.example'],
    ['/products', '/dashboard/products'],
    ['/history', '/dashboard/history'],
    ['/history/tool:1', '/dashboard/history/tool%3A1'],
    ['/history/why/12', '/dashboard/history/why/12'],
    ['/operations/status', '/dashboard/status'],
  ])('at %s is led to %s', async (path, page) => {
    const { status, headers, text } = await ask(path, typed);
    expect({ status, location: headers.location, text }).toEqual({ status: 303, location: page, text: '' });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await ask(page.replace('#tools', ''), typed)).status).toBe(200);
  });

  it('is led nowhere from calls that no page shows, nor from one that they wrote a query to', async () => {
    const without = (await gets()).filter((path) => pageMeant({ method: 'get', path }) === undefined);
    expect(without).toEqual(expect.arrayContaining(['/tool/facets', '/history/types', '/booking/{id}', '/me/export']));
    const others = without.map((path) => path.replaceAll(/\{\w+\}/g, 'x'));
    for (const path of [...others, '/tool?limit=2', '/booking?personEmail=a@b.example']) {
      expect((await ask(path, typed)).status, path).not.toBe(303);
    }
  });
});

describe('a call whose address has a page', () => {
  it.each(callers)('is answered as ever to %s', async (_, headers, method) => {
    const led = (await gets()).filter((path) => pageMeant({ method: 'get', path }) !== undefined);
    expect(led.length).toBeGreaterThan(5);
    for (const path of led) {
      const address = path.replaceAll(/\{\w+\}/g, 'x');
      const reply = await ask(address, headers, method);
      expect(reply.headers.location, path).toBeUndefined();
      expect(reply.status, path).toBe(path === '/tool' ? 200 : path === '/tool/{id}' ? 404 : 401);
      expect(reply.headers['content-type'], path).toMatch(/^application\/(problem\+)?json/);
    }
  });

  it('that changes something is no visit, whatever its headers say', async () => {
    expect((await ask('/cart', typed, 'PUT')).status).toBe(401);
    expect((await ask('/booking', typed, 'DELETE')).status).toBe(401);
  });
});

describe('the table of pages', () => {
  it('names calls that there are, and no other', async () => {
    expect(await gets()).toEqual(expect.arrayContaining(Object.keys(shownAt)));
  });
});
