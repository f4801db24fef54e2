import { createServer } from 'node:http';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { route } from '../../../modules/kernel/route.ts';
import { AnsweredCalls } from '../../metrics/answered-calls.ts';
import { CountedLog } from '../../runtime/logging/counted-log.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, addTool, signIn } from '../../testing/api-client.ts';
import { rawConnection } from '../../testing/clients/raw-connection.ts';
import { type RunningShop, startShop } from '../../testing/running-shop.ts';
import { listening } from '../../testing/servers/listening.ts';
import { frontDoor } from './serve-routes.ts';

let shop: RunningShop;
let admin: ApiClient;
let tool: string;
beforeAll(async () => {
  shop = await startShop({ SEED: 'demo' });
  admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  tool = await addTool(admin);
});
afterAll(() => shop.end());

/** All that comes as an answer to bytes, but when it was. */
async function answerTo(method: string, target: string, headers: readonly string[] = [], body = ''): Promise<string> {
  const connection = await rawConnection(shop.origin);
  const answer = connection.rest();
  const head = [`${method} ${target} HTTP/1.1`, 'Host: shop', 'Connection: close', ...headers];
  connection.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return (await answer).replace(/Date: [^\r]+/, 'Date: now');
}

const etagOf = (answer: string) => /\r\nETag: ([^\r]+)/.exec(answer)?.[1];
const json = (body: string) => ['Content-Type: application/json', `Content-Length: ${body.length}`];

describe('a call', () => {
  // The whole URL is an address, too (RFC 9112, 3.2.2), which is not spelt as in the table.
  it.each([
    ['GET', '/tool?limit=2', []],
    ['GET', '/tool?limit=2&limit=3', []],
    ['GET', '/tool?limit=none', []],
    ['GET', '/tool?limit=3', ['Accept-Encoding: gzip']],
    ['GET', '/tool?limit=3', ['Accept-Encoding: gzip, identity;q=0']],
    ['GET', '/tool?limit=3', ['If-None-Match: *']],
    ['GET', '/tool?limit=3', ['Range: bytes=0-3']],
    ['GET', '/tool/nothing%20there', []],
    ['GET', '/booking', []],
    ['GET', '/booking', ['Authorization: Bearer nonsense']],
    ['HEAD', '/tool?limit=2', []],
    ['PUT', '/tool', ['Content-Length: 0']],
    ['POST', '/reviews', json('{')],
  ] as const)('is answered alike whichever way it comes in: %s %s %j', async (method, target, headers) => {
    const body = method === 'POST' ? '{' : '';
    const answer = await answerTo(method, target, headers, body);
    expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect(await answerTo(method, `http://shop${target}`, headers, body)).toBe(answer);
  });
});

it('a call that not even a problem could be answered to is cut off and told of, and ends nothing else', async () => {
  const told: unknown[] = [];
  const counted = new CountedLog(openLog('silent'));
  vi.spyOn(counted, 'fault').mockImplementation((reason) => {
    if (told.push(reason) % 2 === 1) throw new Error('It cannot be told.');
  });
  const broken = route({
    method: 'get',
    path: '/broken',
    access: 'anyone',
    summary: '',
    answers: {},
    handle: async () => ({ status: 200 }),
  });
  const carriers = new Map([[broken, () => Promise.reject(new Error('It is broken.'))]]);
  const options = {
    isOpen: () => true,
    trustProxy: 0,
    always: [],
    look: () => {},
    counted,
    calls: new AnsweredCalls(),
  };
  const server = createServer(frontDoor(express(), carriers, options));
  const port = await listening(server);
  for (let calls = 1; calls <= 2; calls++) await expect(fetch(`http://127.0.0.1:${port}/broken`)).rejects.toThrow();
  expect(told.map(String)).toEqual(
    ['It is broken.', 'It cannot be told.', 'It is broken.', 'It cannot be told.'].map(
      (message) => `Error: ${message}`,
    ),
  );
});

describe('an ETag', () => {
  it('is had by what may be asked for again, and has not changed: weak for lists, strong for a document', async () => {
    expect(etagOf(await answerTo('GET', '/tool?limit=2'))).toMatch(/^W\/"[\w-]+"$/);
    const strong = etagOf(await answerTo('GET', `/tool/${tool}`)) ?? '';
    expect(strong).toMatch(/^"[\w-]+"$/);
    const known = `If-None-Match: "other", W/${strong}`;
    expect(await answerTo('GET', `/tool/${tool}`, [known])).toMatch(/^HTTP\/1\.1 304 /);
  });

  it('is had by no problem, and by no answer to a change: nobody could make use of it', async () => {
    const authorized = `Authorization: Bearer ${admin.token}`;
    const profile = JSON.stringify({
      email: demoAdmin.email,
      education: 'a',
      location: 'Dhaka',
      phone: '+1 555 0100',
      social: 'https://example.com',
    });
    const review = JSON.stringify({ review: 'a', description: 'b' });
    const answers = {
      '200': await answerTo('POST', '/updateuser', [authorized, ...json(profile)], profile),
      '201': await answerTo('POST', '/reviews', [authorized, ...json(review)], review),
      '400': await answerTo('GET', '/tool?limit=none'),
      '401': await answerTo('GET', '/booking'),
      '404': await answerTo('GET', '/tool/none'),
      '415': await answerTo('POST', '/reviews', [authorized, 'Content-Type: text/plain', 'Content-Length: 1'], 'x'),
    };
    for (const [status, answer] of Object.entries(answers)) {
      expect(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)).toBe(status);
      expect(etagOf(answer), status).toBeUndefined();
    }
  });
});
