import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import { expect, it } from 'vitest';
import type { SideRecord } from '../../modules/kernel/event-store.ts';
import { InMemoryRecords } from '../../modules/kernel/memory/in-memory-records.ts';
import { KeptPictures } from '../../modules/pictures/kept-pictures.ts';
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
async function served() {
  const records = new HeldRecords();
  const limits = {
    addressKey: (request: object) => `${(request as IncomingMessage).headers['x-from']}`,
    callFrom: async () => {},
  };
  const app = express();
  const counted = { calls: 0, hungUp: 0 };
  app.use((_request, response, next) => {
    counted.calls += 1;
    response.once('close', () => {
      if (!response.writableFinished) counted.hungUp += 1;
    });
    next();
  });
  app.use(servePictures(new KeptPictures(records), { hold: () => {}, limits }));
  app.use(((_reason, _request, response, _next) => void response.status(503).end()) satisfies ErrorRequestHandler);
  const server = createServer(app);
  const port = await listening(server);
  const ask = (picture: number, from = 'one') => {
    const path = `/pictures/uploaded/${nameOf(picture)}-640.webp`;
    const request = get({ port, host: '127.0.0.1', path, headers: { 'x-from': from }, agent: false });
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
  const other = ask(99, 'elsewhere');
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
