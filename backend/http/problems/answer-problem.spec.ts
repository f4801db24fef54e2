import { createServer } from 'node:http';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WrongCredentials } from '../../../modules/identity/signing-in/wrong-credentials.ts';
import {
  Busy,
  Conflict,
  Forbidden,
  NotFound,
  TooMany,
  Unauthorized,
  Unavailable,
} from '../../../modules/kernel/errors.ts';
import { OddMessage } from '../../payments/payment-errors.ts';
import { CountedLog } from '../../runtime/logging/counted-log.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { listening } from '../../testing/servers/listening.ts';
import { answerProblem } from './answer-problem.ts';

type Line = { readonly level: number; readonly [name: string]: unknown };

/** Asks so often for something that is answered with an error; tells the statuses, and what the log has at the end. */
async function flood(times: number, fail: () => Error, path = '/user/mina@example.com') {
  const lines: Line[] = [];
  const counted = new CountedLog(openLog('debug', { write: (line) => void lines.push(JSON.parse(line)) }));
  const app = express().get('/user/:email', () => {
    throw fail();
  });
  const server = createServer(app.use(answerProblem(counted)));
  const port = await listening(server);
  const statuses = new Set<number>();
  for (let n = 0; n < times; n++) {
    const { status, body } = await fetch(`http://127.0.0.1:${port}${path}`);
    await body?.cancel();
    statuses.add(status);
  }
  counted.close();
  return { statuses: [...statuses], lines };
}

const [info, warn, error] = [30, 40, 50];

describe('what went wrong on our side', () => {
  it.each([
    ['a fault', () => new TypeError('It broke.')],
    ['something that is away', () => new Unavailable('The store is away.')],
  ])('is found in the log by what the answer says: %s', async (_, fail) => {
    const lines: Line[] = [];
    const counted = new CountedLog(openLog('debug', { write: (line) => void lines.push(JSON.parse(line)) }));
    const app = express().get('/', () => {
      throw fail();
    });
    const server = createServer(app.use(answerProblem(counted)));
    const port = await listening(server);
    const ask = async (headers: Record<string, string>) => {
      const reply = await fetch(`http://127.0.0.1:${port}/`, { headers });
      await reply.body?.cancel();
      return reply.headers.get('x-request-id');
    };
    const id = await ask({});
    expect(lines).toMatchObject([{ call: 'GET /', requestId: id, correlationId: expect.any(String) }]);
    expect(await ask({ 'x-request-id': 'of-the-proxy' })).toBe('of-the-proxy');
    expect(await ask({ 'x-request-id': '<script>' })).not.toBe('<script>');
  });
});

describe('a flood of calls', () => {
  it.each([
    ['that find no place', 503, warn, () => new Busy('Full.')],
    ['that come too often', 429, warn, () => new TooMany('Too many.', 1)],
    ['without a token', 401, info, () => new Unauthorized('Please log in.')],
    ['that are not allowed', 403, warn, () => new Forbidden('Only admins may do this.')],
    ['with wrong passwords', 401, warn, () => new WrongCredentials('a1')],
  ])('%s is one line, that is no error and names nobody', async (_, status, level, fail: () => Error) => {
    const { statuses, lines } = await flood(40, fail);
    expect(statuses).toEqual([status]);
    expect(lines).toMatchObject([
      { level, kind: fail().name, times: 40, calls: { 'GET /user/:email': 40 }, msg: 'requests were refused' },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/mina|stack/);
  });

  it('while a store is away says at once why, and no stack', async () => {
    const { statuses, lines } = await flood(20, () => new Unavailable('Redis cannot be reached.'));
    expect(statuses).toEqual([503]);
    expect(lines).toMatchObject([
      { level: warn, reason: 'Redis cannot be reached.' },
      { level: warn, times: 19 },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/mina|stack/);
  });

  it('that fail by a fault of ours has its stack once, and then how often', async () => {
    const { statuses, lines } = await flood(20, () => new TypeError('no such thing'));
    expect(statuses).toEqual([500]);
    expect(lines).toMatchObject([
      { level: error, err: { message: 'no such thing', stack: expect.stringContaining('answer-problem.spec.ts') } },
      { level: error, times: 19 },
    ]);
    expect(lines[1]).not.toHaveProperty('err');
  });

  it('that are signed and odd says at once what is odd about the first, and then how often', async () => {
    const fail = () => new OddMessage([{ path: 'data', message: 'must be there' }], ' evt_1 (charge.refunded)');
    const { statuses, lines } = await flood(20, fail);
    expect(statuses).toEqual([400]);
    expect(lines).toMatchObject([
      { level: warn, kind: 'OddMessage', reason: expect.stringMatching(/evt_1 .* data: must be there/) },
      { level: warn, kind: 'OddMessage', times: 19 },
    ]);
  });

  it('that ask for what is of every day is not in the log', async () => {
    for (const fail of [() => new NotFound('No.'), () => new Conflict('No.')]) {
      expect((await flood(3, fail)).lines).toEqual([]);
    }
    expect((await flood(3, () => new Error('never thrown'), '/nowhere')).lines).toEqual([]);
  });
});

describe('an answer that breaks off', () => {
  it('is not taken for a whole one', async () => {
    const lines: Line[] = [];
    const counted = new CountedLog(openLog('debug', { write: (line) => void lines.push(JSON.parse(line)) }));
    onTestFinished(() => counted.close());
    const app = express().get('/', async (_request, response) => {
      response.write('half');
      throw new TypeError('broken off');
    });
    const server = createServer(app.use(answerProblem(counted)));
    const port = await listening(server);
    await expect(fetch(`http://127.0.0.1:${port}/`).then((reply) => reply.text())).rejects.toThrow();
    expect(lines).toMatchObject([{ level: error, err: { message: 'broken off' } }]);
  });
});
