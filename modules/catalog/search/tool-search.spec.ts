import { describe, expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { Invalid, Unavailable } from '../../kernel/errors.ts';
import type { DomainEvent, StoredEvent } from '../../kernel/event.ts';
import type { Tool } from '../contract.ts';
import { tools } from '../read-models/tools.ts';
import { stockReserved, toolAdded } from '../testing/examples.ts';
import type { Wanted } from './shelf-lookup.ts';
import { ToolSearch } from './tool-search.ts';

/** Read models, and a search that hears what happens to them when `hear` is called. */
function searching({ caughtUp = async () => true }: { caughtUp?: () => Promise<unknown> } = {}) {
  const readModels = new InMemoryReadModels();
  const search = new ToolSearch({ tools: viewOf(readModels, tools), caughtUp, inTurn: async (work) => work() });
  let position = 0n;
  const happen = (...events: DomainEvent[]) => {
    const happened = events.map((event) => stored(event, { position: ++position }));
    readModels.follow([tools], happened);
    return happened;
  };
  const hear = (events: StoredEvent[], isShown = (_event: StoredEvent) => true) =>
    search.hear({ events, position, caughtUp: true }, isShown);
  const find = async (wanted: Partial<Wanted>) => {
    const { documents, ...page } = await search.find({ by: undefined, order: 'ascending', limit: 1_000, ...wanted });
    const found: Tool[] = documents.map((text) => JSON.parse(text));
    return { ...page, documents, found, names: found.map(({ name }) => name) };
  };
  return { search, readModels, happen, hear, find };
}

const named = (name: string, but: Parameters<typeof toolAdded>[0] = {}) =>
  toolAdded({ toolId: name, name, description: 'A tool.', ...but });

describe('searching the tools', () => {
  it('finds those that were there before, and those that came, whichever way they are written', async () => {
    const { happen, hear, find } = searching();
    hear(happen(named('Claw Hammer'), named('Saw')));
    expect((await find({ search: 'hammer' })).names).toEqual(['Claw Hammer']);
    hear(happen(named('Sledgehammer'), named('Ball Hammer')));
    expect((await find({ search: 'hamm' })).names).toEqual(['Ball Hammer', 'Claw Hammer', 'Sledgehammer']);
    expect((await find({ search: 'hamer' })).names).toEqual(['Ball Hammer', 'Claw Hammer']);
    expect((await find({ search: '.*' })).names).toEqual([]);
  });

  it('hears of what comes with an event that cannot be read', async () => {
    const { happen, hear, find } = searching();
    hear(happen(named('Saw')));
    expect((await find({ search: 'saw' })).names).toEqual(['Saw']);
    const damaged = { ...stored(stockReserved(), { position: 2n }), data: undefined, damaged: 'It is broken.' };
    const [added] = happen(named('Chainsaw'));
    hear([damaged, ...(added ? [added] : [])]);
    expect((await find({ search: 'chainsaw' })).names).toEqual(['Chainsaw']);
  });

  it('shows each as it is now, and as of when', async () => {
    const { happen, hear, find } = searching();
    hear(happen(named('Saw', { available: 5 })));
    expect(await find({ search: 'saw' })).toMatchObject({ found: [{ Available: 5 }], asOf: 1n });
    hear(happen(stockReserved({ toolId: 'Saw', quantity: 2 })));
    expect(await find({ search: 'saw' })).toMatchObject({ found: [{ Available: 3 }], asOf: 2n });
  });

  it('gives the same page, as an object, as long as nothing has changed', async () => {
    const { happen, hear, find } = searching();
    hear(happen(named('Saw')));
    await find({ search: 'saw' }); // Kept from the second time on.
    const { documents } = await find({ search: 'saw' });
    expect((await find({ search: 'SAW ' })).documents).toBe(documents);
    hear(happen(stockReserved({ toolId: 'Saw' })));
    expect((await find({ search: 'saw' })).documents).not.toBe(documents);
  });

  it.each([
    ['PerPrice', 'ascending', ['Saw b', 'Saw c', 'Saw a']],
    ['PerPrice', 'descending', ['Saw a', 'Saw c', 'Saw b']],
    ['Available', 'ascending', ['Saw c', 'Saw b', 'Saw a']],
    ['Ratings', 'descending', ['Saw a', 'Saw c', 'Saw b']],
    ['name', 'descending', ['Saw c', 'Saw b', 'Saw a']],
    [undefined, 'ascending', ['Saw a', 'Saw b', 'Saw c']],
  ] as const)('puts what it finds in order by %s, %s', async (by, order, names) => {
    const { happen, hear, find } = searching();
    const costing = (amount: number) => ({ perPrice: { amount, currency: 'usd' } });
    hear(
      happen(
        named('Saw a', { ...costing(1000), available: 9, ratings: 5 }),
        named('Saw b', { ...costing(2), available: 8, ratings: 3 }),
        named('Saw c', { ...costing(30), available: 10, ratings: 4 }),
        stockReserved({ toolId: 'Saw c', quantity: 9 }),
        named('Hammer'),
      ),
    );
    expect((await find({ search: 'saw', by, order })).names).toEqual(names);
    const first = await find({ search: 'saw', by, order, limit: 2 });
    const second = await find({ search: 'saw', by, order, limit: 2, after: first.next });
    expect([...first.names, ...second.names]).toEqual(names);
    expect(second.next).toBeUndefined();
  });

  it('goes on behind the last of a page, whatever came and changed meanwhile', async () => {
    const { happen, hear, find } = searching();
    hear(happen(...['b', 'd', 'f', 'h'].map((letter) => named(`Saw ${letter}`)), named('Chainsaw')));
    const first = await find({ search: 'saw', limit: 2 });
    expect(first.names).toEqual(['Saw b', 'Saw d']);
    // Neither does the one before the mark come, nor is one after it left out or shown twice.
    hear(happen(named('Saw a'), named('Saw e'), named('Unlike anything else'), stockReserved({ toolId: 'Saw d' })));
    const second = await find({ search: 'SAW', limit: 3, after: first.next });
    expect(second.names).toEqual(['Saw e', 'Saw f', 'Saw h']);
    const third = await find({ search: 'saw', limit: 3, after: second.next });
    expect(third).toMatchObject({ names: ['Chainsaw'], next: undefined });
  });

  it('refuses a cursor of another search or order', async () => {
    const { happen, hear, find } = searching();
    hear(happen(named('Saw a'), named('Saw b')));
    const { next: after } = await find({ search: 'saw', limit: 1 });
    await expect(find({ search: 'saw', by: 'name', after })).rejects.toThrow(Invalid);
    await expect(find({ search: 'sa', after })).rejects.toThrow(Invalid);
    await expect(find({ search: 'saw', order: 'descending', after })).rejects.toThrow(Invalid);
    await expect(find({ search: 'saw', after: 'x' })).rejects.toThrow(Invalid);
  });

  it('waits until this node has heard what another one has shown already', async () => {
    const caughtUp = Promise.withResolvers<boolean>();
    const { happen, hear, find } = searching({ caughtUp: () => caughtUp.promise });
    hear(happen(named('Saw a')));
    expect((await find({ search: 'saw' })).names).toEqual(['Saw a']);
    const elsewhere = happen(named('Saw b'));
    const asked = find({ search: 'saw' });
    hear(elsewhere);
    caughtUp.resolve(true);
    expect(await asked).toMatchObject({ names: ['Saw a', 'Saw b'], asOf: 2n });
  });

  it('says so where this node cannot keep up, rather than to show what is older', async () => {
    const { happen, hear, find } = searching({ caughtUp: async () => false });
    hear(happen(named('Saw a')));
    happen(named('Saw b'));
    await expect(find({ search: 'saw' })).rejects.toThrow(Unavailable);
  });

  it('looks again at a tool that does not show yet what happened to it', async () => {
    const { happen, hear, find, readModels } = searching();
    hear(happen(named('Saw', { available: 5 })));
    const [reserved] = [stored(stockReserved({ toolId: 'Saw' }), { position: 1n })];
    let isShown = false;
    hear([reserved], () => isShown);
    expect((await find({ search: 'saw' })).found).toMatchObject([{ Available: 5 }]);
    readModels.follow([tools], [reserved]); // Nobody is told.
    expect((await find({ search: 'saw' })).found).toMatchObject([{ Available: 4 }]);
    isShown = true;
    expect((await find({ search: 'saw' })).found).toMatchObject([{ Available: 4 }]);
  });

  it('reads again by the next search what could not be read', async () => {
    const { happen, hear, find, readModels } = searching();
    hear(happen(named('Saw', { available: 5 })));
    await find({ search: 'saw' });
    hear(happen(stockReserved({ toolId: 'Saw' })));
    const { get } = readModels;
    readModels.get = async (projection, id) => {
      if (id === 'Saw') throw new Unavailable('Away.');
      return get.call(readModels, projection, id);
    };
    await expect(find({ search: 'saw' })).rejects.toThrow(Unavailable);
    readModels.get = get;
    expect((await find({ search: 'saw' })).found).toMatchObject([{ Available: 4 }]);
  });

  it('reads what changed while the shelf was being filled anew, also for who waited for others meanwhile', async () => {
    const { search, happen, hear, find, readModels } = searching();
    const { get, list } = readModels;
    hear(happen(named('Saw', { available: 5 }), named('File', { available: 5 })));
    await find({ search: 'saw' });
    const [reading, mayRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    readModels.get = async (projection, id) => {
      const found = await get.call(readModels, projection, id);
      if (id === 'File') reading.resolve();
      if (id === 'File') await mayRead.promise;
      return found;
    };
    hear(happen(stockReserved({ toolId: 'File' })));
    const asked = [find({ search: 'saw' })];
    await reading.promise;
    asked.push(find({ search: 'saw' }));
    await new Promise(setImmediate); // It waits for what the first one reads.
    const [filling, mayFill] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    readModels.list = async (projection, query) => {
      const page = await list.call(readModels, projection, query);
      filling.resolve();
      await mayFill.promise;
      return page;
    };
    search.beginAnew();
    asked.push(find({ search: 'saw' }));
    await filling.promise;
    hear(happen(stockReserved({ toolId: 'Saw', quantity: 2 })));
    mayRead.resolve();
    await new Promise(setImmediate); // Whoever would read what has changed before the shelf is filled has done so.
    mayFill.resolve();
    await Promise.all(asked);
    expect((await find({ search: 'saw' })).found).toMatchObject([{ Available: 3 }]);
  });
});
