import { describe, expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import type { DomainEvent } from '../event.ts';
import { projection } from '../projection.ts';
import { eachDue } from './each-due.ts';
import { viewOf } from './view.ts';

type Thing = { readonly id: string; readonly at: string };
const things = projection<Thing, DomainEvent>({ name: 'things', version: 1, indexes: {}, on: {} });
const start = Date.parse('2026-01-02T00:00:00.000Z');
const listed = { index: 'open', key: '', before: new Date(start + 1_000), signal: new AbortController().signal };

describe('for each that is due', () => {
  it('something is done, oldest first, and for no other', async () => {
    const done: string[] = [];
    await eachDue(await viewOfThings(2_000), listed, async ({ id }) => done.push(id));
    expect(done).toEqual(Array.from({ length: 1_000 }, (_, n) => idOf(n)));
  });

  it('it is done, though one of the first pages fails', async () => {
    const done: string[] = [];
    const act = async ({ id }: Thing) => {
      if (id === idOf(3)) throw new Error('this one cannot');
      done.push(id);
    };
    await expect(eachDue(await viewOfThings(500), listed, act)).rejects.toThrow(/1 failed: Error: this one cannot/);
    expect(done).toHaveLength(499);
  });

  it('it is done until the shop closes', async () => {
    const stop = new AbortController();
    let done = 0;
    await eachDue(await viewOfThings(500), { ...listed, signal: stop.signal }, async () => {
      done += 1;
      stop.abort();
    });
    expect(done).toBe(50);
  });
});

const idOf = (n: number) => String(n).padStart(4, '0');

/** Things one millisecond after another. */
async function viewOfThings(count: number) {
  const readModels = new InMemoryReadModels();
  const changes = Array.from({ length: count }, (_, n) => {
    const thing = { id: idOf(n), at: new Date(start + n).toISOString() };
    return { id: thing.id, document: JSON.stringify(thing), entries: [{ index: 'open', key: '', sort: thing.at }] };
  });
  await readModels.commit(things.storedAs, undefined, 1n, changes);
  return viewOf(readModels, things);
}
