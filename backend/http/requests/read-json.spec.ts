import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listening } from '../../testing/servers/listening.ts';
import { readBody } from './read-body.ts';
import { isPlainJson, jsonParser, readPlainJson } from './read-json.ts';

const limit = 1_000;
const parse = jsonParser(limit);

/**
 * What is read of a body that is sent as these bytes, by Express's parser and by the one for plain bodies where it is one.
 * @param isCutOff whether its sender hangs up once all of it has come
 */
async function readings(headers: Record<string, string>, pieces: readonly Buffer[], isCutOff = false) {
  const said = (reading: Promise<unknown>) =>
    reading.then(
      (value) => ({ value }),
      (reason: Error & { status?: number }) => ({ status: reason.status }),
    );
  const one: { plain: boolean; outcome: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const isPlain = request.url === '/plain' && isPlainJson(request, limit);
    const outcome = await said(isPlain ? readPlainJson(request) : readBody(parse, limit, request, response));
    one.push({ plain: isPlain, outcome });
    response.end();
  });
  const port = await listening(server);
  for (const [before, path] of ['/express', '/plain'].entries()) {
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {}); // What is refused is not read to its end.
    const closed = once(socket.resume(), 'close');
    const [served] = (await accepted) as [Socket];
    let sent = 0;
    const send = async (bytes: Buffer) => {
      sent += bytes.length;
      socket.write(bytes);
      while (served.bytesRead < sent && !served.destroyed) await setImmediate();
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    await send(Buffer.from(`POST ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${lines.join('')}\r\n`));
    for (const piece of pieces) await send(piece);
    if (isCutOff) socket.destroy();
    await closed;
    await expect.poll(() => one).toHaveLength(before + 1);
  }
  return { byExpress: one[0]?.outcome, ours: one[1]?.outcome, isPlain: one[1]?.plain };
}

const json = (text: string, type = 'application/json') => {
  const bytes = Buffer.from(text);
  return [{ 'Content-Type': type, 'Content-Length': String(bytes.length) }, [bytes]] as const;
};

describe('a body in plain JSON', () => {
  it.each([
    ['an object', '{"a":[1,2,{"b":null}],"ü":"\u{1F600}"}'],
    ['a text alone', '"x"'],
    ['null', 'null'],
    ['nothing but a space', ' '],
    ['half of an object', '{"a":'],
    ['a byte order mark before it', '\ufeff{"a":1}'],
    ['nothing but a byte order mark', '\ufeff'],
    ['two byte order marks before it', '\ufeff\ufeff{"a":1}'],
    ['a name that means something to objects', '{"__proto__":{"admin":true},"constructor":1}'],
    ['the same name twice', '{"a":1,"a":2}'],
  ])('is read as Express reads it: %s', async (_, text) => {
    for (const type of ['application/json', 'application/json; charset=utf-8']) {
      const { byExpress, ours, isPlain } = await readings(...json(text, type));
      expect(isPlain).toBe(true);
      expect(ours).toEqual(byExpress);
    }
  });

  it.each([
    ['of Latin-1', [0xfc]],
    ['of half a character', [0xc3]],
    ['of half a surrogate pair', [0xed, 0xa0, 0x80]],
  ])('is refused with bytes %s, which are no UTF-8', async (_, wrong) => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(wrong), Buffer.from('"}')]);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) };
    const { byExpress, ours, isPlain } = await readings(headers, [bytes]);
    expect(isPlain).toBe(true);
    expect(ours).toEqual({ status: 400 });
    expect(byExpress).toEqual(ours);
  });

  it('may come in pieces, in the middle of a character', async () => {
    const bytes = Buffer.from('{"a":"é\u{1F600}"}');
    const pieces = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) };
    const { byExpress, ours, isPlain } = await readings(headers, pieces);
    expect(isPlain).toBe(true);
    expect(ours).toEqual(byExpress);
  });

  it('is refused when its sender hangs up before its end', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '100' };
    const { byExpress, ours } = await readings(headers, [Buffer.from('{"a":')], true);
    expect(byExpress).toEqual({ status: 400 });
    expect(ours).toEqual({ status: 400 });
  });

  it.each([
    ['compressed', { 'Content-Encoding': 'gzip' }],
    ['in other letters', { 'Content-Type': 'application/json; charset=utf-16' }],
    ['of another type', { 'Content-Type': 'application/vnd.api+json' }],
    ['of no type', { 'Content-Type': '' }],
    ['longer than it may be', { 'Content-Length': String(limit + 1) }],
  ])('is none that is %s', async (_, but) => {
    const [headers, pieces] = json('{"a":1}');
    const { isPlain } = await readings({ ...headers, ...but }, pieces);
    expect(isPlain).toBe(false);
  });
});
