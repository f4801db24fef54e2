import { setTimeout as after } from 'node:timers/promises';
import { expect } from 'vitest';
import { CheckpointMoved, Unavailable } from '../../../modules/kernel/errors.ts';
import type { Change, ReadModels } from '../../../modules/kernel/read-models.ts';
import { ownTime } from '../../testing/measuring/own-time.ts';

/** What event n makes of the documents: how many events there were so far, and a document of its own. */
export function event(n: bigint, total: number): Change[] {
  return [
    { id: 'total', document: String(total), entries: [{ index: 'total', key: String(total), sort: '' }] },
    { id: `event ${n}`, document: '{}', entries: [{ index: 'events', key: '', sort: '' }] },
  ];
}

/** Applies events as a projection does, whatever happens to the store, until `last` is applied. */
export async function applyUntil(store: ReadModels, projection: string, last: bigint): Promise<void> {
  const giveUpAt = performance.now() + 120_000;
  while (performance.now() < giveUpAt) {
    try {
      const at = await store.checkpoint(projection);
      if (at === last) return;
      const total = Number((await store.get(projection, 'total')).document ?? 0);
      const next = (at ?? 0n) + 1n;
      await store.commit(projection, at, next, event(next, total + 1));
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof CheckpointMoved)) throw error;
      await after(5);
    }
  }
  throw new Error(`Event ${last} was not applied in time.`);
}

/** The documents and lists are of the events up to `at`, and each event is in them once. */
export async function expectApplied(store: ReadModels, projection: string, at: bigint | undefined): Promise<void> {
  expect(await store.checkpoint(projection)).toBe(at);
  expect(await store.get(projection, 'total')).toEqual({ document: at?.toString(), asOf: at });
  expect(await store.count(projection, 'total', String(at))).toBe(at === undefined ? 0 : 1);
  expect(await store.count(projection, 'events', '')).toBe(Number(at ?? 0));
}

/** How long it takes until the call is refused because the store is away, in ms. */
export async function refusedAfter(call: Promise<unknown>): Promise<number> {
  const took = ownTime();
  await expect(call).rejects.toThrow(Unavailable);
  return took();
}

/** Every way to read is refused within a second. */
export async function expectRefused(store: ReadModels, projection: string): Promise<void> {
  expect(await refusedAfter(store.get(projection, 'total'))).toBeLessThan(1_000);
  expect(await refusedAfter(store.getMany(projection, ['total']))).toBeLessThan(1_000);
  const query = { index: 'events', key: '', order: 'ascending', limit: 1 } as const;
  expect(await refusedAfter(store.list(projection, query))).toBeLessThan(1_000);
  expect(await refusedAfter(store.count(projection, 'events', ''))).toBeLessThan(1_000);
  expect(await refusedAfter(store.checkpoint(projection))).toBeLessThan(1_000);
  expect(await refusedAfter(store.projections())).toBeLessThan(1_000);
}
