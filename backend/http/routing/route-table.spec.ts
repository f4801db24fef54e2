import { type Request, type Response, Router } from 'express';
import { describe, expect, it } from 'vitest';
import { type Route, route } from '../../../modules/kernel/route.ts';
import { RouteTable } from './route-table.ts';

const declared = [
  '/tool',
  '/tool/{id}',
  '/tool/new', // Declared too late: what has this address is a tool's id.
  '/user/admin/{email}',
  '/user/{email}/sessions',
  '/user/{email}',
  '/orders/{id}/lines/{line}',
  '/.well-known/jwks.json',
];
const routes = declared.map((path) => route({ ...rest(), path }));

function rest(): Omit<Route, 'path' | 'handle'> & { handle: () => Promise<{ status: number }> } {
  return { method: 'get', access: 'anyone', summary: '', answers: {}, handle: async () => ({ status: 200 }) };
}

/** Which route Express takes for an address, and with which parameters. */
function byExpress(url: string): { path: string; params: object } | undefined {
  const router = Router({ caseSensitive: true });
  let found: { path: string; params: object } | undefined;
  for (const { path } of routes) {
    router.get(path.replaceAll(/\{(\w+)\}/g, ':$1'), ({ params }) => {
      found = { path, params: { ...params } };
    });
  }
  // A router asks no more of a request than this before it hands it on.
  router({ method: 'GET', url } as Request, {} as Response, () => {});
  return found;
}

function byTable(url: string, method = 'GET') {
  const found = new RouteTable(routes.map((one) => [one, one.path])).find(method, url);
  return found && { path: found.handler, params: { ...found.params } };
}

describe('the table of routes', () => {
  it.each([
    '/tool',
    '/tool?limit=10&after=x%20y',
    '/tool/a1',
    '/tool/new',
    '/tool/a%2Fb%20%C3%A4',
    '/tool/a+b~c.d-e_f!g',
    '/user/mina@example.com',
    '/user/mina%40example.com?x',
    '/user/admin/mina@example.com',
    '/user/admin/sessions',
    '/user/admin',
    '/orders/1/lines/2',
    '/.well-known/jwks.json',
  ])('finds what Express finds at %s', (url) => {
    expect(byTable(url)).toEqual(byExpress(url));
    expect(byTable(url)).toBeDefined();
  });

  it.each(['/Tool', '/tools', '/tool/a/b', '/user', '/user//sessions', '', '*', '/', '/orders/1/lines'])(
    'finds nothing, as Express, at %j',
    (url) => {
      expect(byTable(url)).toBeUndefined();
      expect(byExpress(url)).toBeUndefined();
    },
  );

  it.each(['/tool/', '/tool/a1/', 'http://localhost/tool', '/tool#top', '/tool/%', '/tool/a\u00a0b', '//tool'])(
    'leaves to Express what is spelt in another way: %j',
    (url) => expect(byTable(url)).toBeUndefined(),
  );

  it('finds a route under its own method only', () => {
    for (const method of ['POST', 'HEAD', 'OPTIONS', 'get']) expect(byTable('/tool', method)).toBeUndefined();
  });

  it('says the query as it came', () => {
    const table = new RouteTable(routes.map((one) => [one, one]));
    expect(table.find('GET', '/tool/a%20b?x=1&y=%20?')).toMatchObject({
      pathname: '/tool/a%20b',
      search: 'x=1&y=%20?',
    });
  });
});
