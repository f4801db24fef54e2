import { describe, expect, it } from 'vitest';
import { AppendedEvents } from '../../testing/logs/appended-events.ts';
import type { EveryCall } from '../every-call/asked.ts';
import { everyCall } from '../every-call.ts';
import { allThatShows } from '../people/all-that-shows.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { declaredCalls } from './declared-calls.ts';
import { expectProblem } from './expect-problem.ts';
import { make } from './make-call.ts';

const appended = new AppendedEvents();
const shop = shopUnderTest({}, { around: appended.around });

const who = ['nobody', 'shopper', 'other', 'admin'] as const;

const cells = everyCall.flatMap((row) =>
  who.map((name, column) => ({ row, name, call: row.call, status: row.statuses[column] ?? 0 })),
);

describe('who may make which call', () => {
  it('is said here of every call that a module declares, and of no other', async () => {
    const declared = await declaredCalls(shop.origin);
    expect([...new Set(everyCall.map(({ call }) => call))].sort()).toEqual(declared.map(({ call }) => call).sort());
  });

  it('is told by the OpenAPI document too', async () => {
    const declared = new Map((await declaredCalls(shop.origin)).map(({ call, operation }) => [call, operation]));
    for (const { call, proof } of everyCall) {
      const [wanted] = declared.get(call)?.security ?? [];
      const expected = { none: undefined, 'access token': { accessToken: [] }, 'ID token': { idToken: [] } }[proof];
      expect(wanted, call).toEqual(expected);
    }
  });

  it.each(cells)('$call of the shopper’s answers $status to $name', async ({ row, name, status }) => {
    const reply = await make(row, shop[name], await row.ask(shop));
    expect(reply.status).toBe(status);
    if (status >= 400) expectProblem(reply, status);
  });
});

describe('a refused call', () => {
  const refusable = everyCall.filter(({ call, statuses }) => !call.startsWith('GET') && statuses[2] >= 400);

  it.each(refusable)('$call changes nothing when another shopper makes it', async (row: EveryCall) => {
    const asked = await row.ask(shop);
    const before = await allThatShows(shop.admin);
    appended.forget();
    await make(row, shop.other, asked);
    await make(row, shop.nobody, asked);
    expect(appended.changes()).toEqual([]);
    expect(await allThatShows(shop.admin)).toEqual(before);
  });
});
