import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listening } from '../../testing/servers/listening.ts';
import { preparedAnswer } from './prepared-answer.ts';
import { type JsonHead, sendJson } from './send-json.ts';

const long = JSON.stringify(Array.from({ length: 50 }, (_, n) => ({ _id: String(n), name: 'Claw hammer' })));
const justEnough = JSON.stringify('x'.repeat(1_022));
const tooShort = JSON.stringify('x'.repeat(1_021));

/** Serves such a text at any address and method, after something else; one may ask for it as http writes it. */
async function serving(
  json: string,
  { status = 200, headers = {}, ...head }: Partial<JsonHead> = {},
  before = () => {},
) {
  const server = createServer((_request, response) => {
    before();
    void sendJson(response, json, { status, headers, ...head });
  });
  const port = await listening(server);
  return async (asked: OutgoingHttpHeaders = {}, method = 'GET') => {
    const sent = request({ host: '127.0.0.1', port, method, headers: asked, agent: false }).end();
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: reply.statusCode, headers: reply.headers, body: await buffer(reply) };
  };
}
const gzip = { 'accept-encoding': 'gzip, deflate, br' };

describe('JSON above 1 kB', () => {
  it.each([['gzip, deflate, br, zstd'], ['gzip'], ['*'], ['br;q=1, gzip;q=0.5']])(
    'is compressed for who accepts %s',
    async (accepted) => {
      const { headers, body } = await (await serving(long))({ 'accept-encoding': accepted });
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(Number(headers['content-length'])).toBe(body.length);
      expect(body.length).toBeLessThan(long.length / 4);
      expect(gunzipSync(body).toString()).toBe(long);
    },
  );

  it.each([[undefined], ['identity'], ['gzip;q=0'], ['br'], ['']])(
    'goes as it is to who accepts %s',
    async (accepted) => {
      const get = await serving(long);
      const { headers, body } = await get(accepted === undefined ? {} : { 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('Accept-Encoding');
      expect(body.toString()).toBe(long);
    },
  );

  it('goes as it is, under the ETag of that, where it would wait behind megabytes of others', async () => {
    const others: unknown[] = [];
    const compress = (n: number) => others.push(preparedAnswer(`${n % 10}`.repeat(1_000_000), false).compressed());
    let isBusy = true;
    const get = await serving(long, { isDocument: true }, () => {
      for (let n = 0; isBusy && n < 20; n++) compress(n);
    });
    const { headers, body } = await get(gzip);
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString()).toBe(long);
    isBusy = false;
    expect(headers).toMatchObject({ etag: (await get()).headers.etag, vary: 'Accept-Encoding' });
    await Promise.all(others);
    expect((await get(gzip)).headers['content-encoding']).toBe('gzip');
  });

  it('begins at 1,024 bytes', async () => {
    expect((await (await serving(justEnough))(gzip)).headers['content-encoding']).toBe('gzip');
    expect((await (await serving(tooShort))(gzip)).headers['content-encoding']).toBeUndefined();
  });

  it('is not sent again to who has it, compressed or not', async () => {
    const get = await serving(long);
    const tags = [(await get(gzip)).headers.etag ?? '', (await get()).headers.etag ?? ''];
    expect(tags[0]).toBe(tags[1]);
    for (const asked of [gzip, {}]) {
      const { status, headers, body } = await get({ ...asked, 'if-none-match': tags[0] });
      expect({ status, vary: headers.vary, length: body.length }).toEqual({
        status: 304,
        vary: 'Accept-Encoding',
        length: 0,
      });
      expect((await get({ ...asked, 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  it('is not sent again to who has it, whatever they tell the caches on the way', async () => {
    const get = await serving(long);
    const { headers } = await get();
    for (const told of ['no-cache', 'no-store', 'max-age=0']) {
      const asked = { 'if-none-match': headers.etag, 'cache-control': told, pragma: 'no-cache' };
      expect((await get(asked)).status, told).toBe(304);
    }
    expect((await get({ 'cache-control': 'no-cache' })).status).toBe(200);
  });

  it('has a weak ETag of its own once it is compressed', async () => {
    const get = await serving(long, { isDocument: true });
    const strong = (await get()).headers.etag ?? '';
    expect(strong).toMatch(/^"[\w-]+"$/);
    expect((await get(gzip)).headers.etag).toBe(`W/${strong}`);
    expect((await get({ ...gzip, 'if-none-match': `W/${strong}` })).status).toBe(304);
  });

  it('is compressed when it says what is wrong, too', async () => {
    const { status, headers } = await (await serving(long, { status: 409 }))(gzip);
    expect({ status, encoding: headers['content-encoding'] }).toEqual({ status: 409, encoding: 'gzip' });
  });

  it('has for HEAD the headers that it has for GET', async () => {
    const get = await serving(long);
    const [asked, announced] = [await get(gzip), await get(gzip, 'HEAD')];
    expect(announced.body).toHaveLength(0);
    for (const name of ['etag', 'vary', 'content-encoding', 'content-length', 'content-type'] as const) {
      expect(announced.headers[name], name).toBe(asked.headers[name]);
    }
  });

  it('is never compressed where it may hold a token: in the answer to a change', async () => {
    const get = await serving(long);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { headers, body } = await get(gzip, method);
      expect(headers['content-encoding'], method).toBeUndefined();
      expect(body.toString()).toBe(long);
    }
  });
});
