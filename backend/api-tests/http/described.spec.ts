import { describe, expect, it } from 'vitest';
import type { Reply } from '../../testing/api-client.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { expectDescribed } from './described.ts';

const shop = shopUnderTest();

/** A reply that nobody gave. */
const made = (status: number, body: unknown, type = 'application/json', headers = {}): Reply<unknown> => ({
  status,
  headers: new Headers({ 'content-type': type, ...headers }),
  body,
  text: body === undefined ? '' : JSON.stringify(body),
});
const problem = (status: number, but = {}, headers = {}) =>
  made(status, { type: 'about:blank', title: 'No', status, ...but }, 'application/problem+json', headers);
const json = 'application/json';
const etag = '"of this answer"';
/** One of a call that says what it is true as of. */
const madeAsOf = (status: number, body: unknown, position = '12') =>
  made(status, body, json, { etag, 'event-position': position });
const inspect = (method: string, path: string, reply: Reply<unknown>) =>
  expectDescribed({ origin: shop.origin, method, path }, reply);

describe('every answer of these tests', () => {
  it('passes when it is as the OpenAPI document says', async () => {
    await inspect('GET', '/admin/a@b.example', madeAsOf(200, { admin: true }));
    await inspect('GET', '/admin/a@b.example?x=1', problem(403));
    await inspect('HEAD', '/admin/a@b.example', madeAsOf(200, undefined));
    await inspect('DELETE', '/tool/x', made(200, { acknowledged: true }, json, { 'event-position': '12' }));
    await inspect('DELETE', '/tool/x', made(200, { acknowledged: true }));
    await inspect('GET', '/tool', problem(503, {}, { 'retry-after': '1' }));
    await inspect('POST', '/identity/sign-out', made(204, undefined));
    await inspect('GET', '/nowhere', problem(404));
    await inspect('PUT', '/tool', problem(404));
  });

  it.each([
    ['a status that is not described', 'GET', '/tool', problem(402)],
    ['a fault', 'GET', '/tool', problem(500)],
    ['a fault where no call is', 'GET', '/nowhere', problem(500)],
    ['an answer where no call is', 'GET', '/nowhere', made(200, [])],
    ['a field that is missing', 'GET', '/admin/a@b.example', madeAsOf(200, {})],
    ['a field of another type', 'GET', '/admin/a@b.example', madeAsOf(200, { admin: 'yes' })],
    ['a field that nobody described', 'GET', '/admin/a@b.example', madeAsOf(200, { admin: true, password: 'x' })],
    ['no body', 'GET', '/tool', madeAsOf(200, undefined)],
    ['a position that is missing', 'GET', '/admin/a@b.example', made(200, { admin: true }, json, { etag })],
    [
      'an ETag that is missing',
      'GET',
      '/admin/a@b.example',
      made(200, { admin: true }, json, { 'event-position': '12' }),
    ],
    ['no word when to ask again', 'GET', '/tool', problem(503)],
    [
      'a next page of what has no pages',
      'GET',
      '/orders/tools',
      made(200, [], json, { etag, link: '<x>; rel="next"', 'event-position': '1' }),
    ],
    ['a position that is none', 'GET', '/admin/a@b.example', madeAsOf(200, { admin: true }, 'x')],
    ['a position that nobody described', 'GET', '/config', madeAsOf(200, {})],
    ['another type of content', 'GET', '/tool', made(200, [], 'text/html')],
    ['a problem as plain JSON', 'GET', '/tool/x', made(404, problem(404).body)],
    ['a problem with more in it', 'GET', '/tool/x', problem(404, { stack: 'at' })],
  ])('fails its test for %s', async (_, method, path, reply) => {
    await expect(inspect(method, path, reply)).rejects.toThrow(`${method} ${path} answered ${reply.status}`);
  });
});
