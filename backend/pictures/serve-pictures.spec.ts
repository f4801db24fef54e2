import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { TooMany } from '../../modules/kernel/errors.ts';
import type { SideRecord } from '../../modules/kernel/event-store.ts';
import { InMemoryRecords } from '../../modules/kernel/memory/in-memory-records.ts';
import { KeptPictures } from '../../modules/pictures/kept-pictures.ts';
import { limitsOf } from '../limits/open-limits.ts';
import { listening } from '../testing/servers/listening.ts';
import { servePictures } from './serve-pictures.ts';

/** Records of another machine, each of which comes when it is let go. */
class HeldRecords extends InMemoryRecords {
  readonly begun: string[] = [];
  readonly #held: (() => void)[] = [];

  override async get(key: string): Promise<SideRecord | undefined> {
    this.begun.push(key);
    await new Promise<void>((letGo) => this.#held.push(letGo));
    return super.get(key);
  }

  /** Has those come that are being read. */
  letGo(): void {
    for (const come of this.#held.splice(0)) come();
  }
}

const nameOf = (picture: number) => picture.toString(16).padStart(32, '0');

/** A shop whose pictures are on another machine, and how many of whose calls have come; `ask` asks for one from an address. */
async function served({ most = 0 } = {}) {
  const records = new HeldRecords();
  const settings = { LOGIN_LIMIT_ACCOUNT: 0, LOGIN_LIMIT_ADDRESS: 0, RATE_LIMIT_ADDRESS: most, RATE_LIMIT_USER: 0 };
  const limits = limitsOf(settings, { secret: Buffer.alloc(32), now: () => new Date() });
  onTestFinished(() => limits.close());
  const app = express().set('trust proxy', 1);
  const counted = { calls: 0, hungUp: 0 };
  app.use((_request, response, next) => {
    counted.calls += 1;
    response.once('close', () => {
      if (!response.writableFinished) counted.hungUp += 1;
    });
    next();
  });
  app.use(servePictures(new KeptPictures(records), { hold: () => {}, limits }));
  app.use(
    ((reason, _request, response, _next) =>
      void response.status(reason instanceof TooMany ? 429 : 503).end()) satisfies ErrorRequestHandler,
  );
  const server = createServer(app);
  const port = await listening(server);
  const ask = (picture: number, from = '192.0.2.1') => {
    const path = `/pictures/uploaded/${nameOf(picture)}-640.webp`;
    const request = get({ port, host: '127.0.0.1', path, headers: { 'x-forwarded-for': from }, agent: false });
    const answered = once(request, 'response').then(([answer]: IncomingMessage[]) => answer?.resume().statusCode);
    return { answered, hangUp: () => request.on('error', () => {}).destroy() };
  };
  return { records, ask, counted };
}

it('pictures that are not in the memory are read a few at once, and by turns of who asks for them', async () => {
  const { records, ask, counted } = await served();
  const flood = Array.from({ length: 40 }, (_, picture) => ask(picture));
  await expect.poll(() => counted.calls).toBe(40);
  await expect.poll(() => records.begun.length).toBe(8);
  const other = ask(99, '192.0.2.2');
  await expect.poll(() => counted.calls).toBe(41);
  expect(records.begun).toHaveLength(8);
  for (const begun of [16, 24, 32, 40, 41]) {
    records.letGo();
    await expect.poll(() => records.begun.length).toBe(begun);
  }
  records.letGo();
  expect(records.begun.slice(0, 16)).toContain(`picture:${nameOf(99)}-640`);
  const answers = await Promise.all([other, ...flood].map(({ answered }) => answered));
  expect(new Set(answers)).toEqual(new Set([404]));
});

it('a picture for which somebody waited who has hung up is not read for them', async () => {
  const { records, ask, counted } = await served();
  const flood = Array.from({ length: 40 }, (_, picture) => ask(picture));
  await expect.poll(() => records.begun.length).toBe(8);
  await expect.poll(() => counted.calls).toBe(40);
  for (const { answered, hangUp } of flood) {
    answered.catch(() => {});
    hangUp();
  }
  await expect.poll(() => counted.hungUp).toBe(40);
  // Who asks last would come last: none of those is read before.
  const last = ask(99);
  await expect.poll(() => counted.calls).toBe(41);
  records.letGo();
  await expect.poll(() => records.begun.length).toBe(9);
  records.letGo();
  expect(await last.answered).toBe(404);
  expect(records.begun[8]).toBe(`picture:${nameOf(99)}-640`);
});

it('a picture that there is not is looked for so many times a minute by an address, and not read before that is known', async () => {
  const { records, ask, counted } = await served({ most: 20 });
  const flood = Array.from({ length: 60 }, (_, picture) => ask(picture));
  await expect.poll(() => counted.calls).toBe(60);
  for (const begun of [8, 16]) {
    await expect.poll(() => records.begun.length).toBe(begun);
    records.letGo();
  }
  await expect.poll(() => records.begun.length).toBe(24);
  records.letGo();
  const answers: unknown[] = [];
  for (const { answered } of flood) void answered.then((status) => answers.push(status));
  await expect.poll(() => answers.toSorted()).toEqual([...Array(24).fill(404), ...Array(36).fill(429)]);
  expect(await ask(98).answered).toBe(429);
  expect(records.begun).toHaveLength(24);
  const other = ask(99, '192.0.2.2').answered;
  await expect.poll(() => records.begun.length).toBe(25);
  records.letGo();
  expect(await other).toBe(404);
});
