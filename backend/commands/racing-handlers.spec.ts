import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { addTool } from '../../modules/catalog/commands/add-tool.ts';
import { releaseStock } from '../../modules/catalog/commands/release-stock.ts';
import { reserveStock } from '../../modules/catalog/commands/reserve-stock.ts';
import { toolAdded } from '../../modules/catalog/testing/examples.ts';
import { tool } from '../../modules/catalog/tool.ts';
import { Conflict, Unavailable } from '../../modules/kernel/errors.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { times } from '../../modules/kernel/values/money.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { contextOf } from '../testing/context.ts';
import { aCount, counter } from '../testing/counters.ts';
import { by } from '../testing/deciding/handler-under-test.ts';
import { openedStores } from '../testing/opened-stores.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { CommandHandler } from './command-handler.ts';

const stock = 8;
const perPrice = { amount: 1999, currency: 'usd' };

type Wish = { kind: 'reserve' | 'release'; bookingId: string; quantity: number; at: 0 | 1 };

const wishes: fc.Arbitrary<Wish[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('reserve', 'reserve', 'release'),
    bookingId: fc.integer({ min: 1, max: 12 }).map((n) => `b${n}`),
    quantity: fc.integer({ min: 1, max: 3 }),
    at: fc.constantFrom(0, 1),
  }),
  { minLength: 1, maxLength: 40 },
);

it('who is refused by a log that was put back is told that it is away, and not that others were faster', async () => {
  const [log, backup] = [openedStores().store, openedStores().store];
  let isPutBack = false;
  const inUse = () => (isPutBack ? backup : log);
  // One that takes no turns, as EventStoreDB: it may be put back under nodes that run.
  const { takeTurn: _, appendAll: __, ...rest } = log;
  const store: EventStore = {
    ...rest,
    append: (...asked) => inUse().append(...asked),
    readStream: (...asked) => inUse().readStream(...asked),
  };
  const commands = new CommandHandler({ store, now: () => new Date(), schemaOf: () => 1 });
  const add = (key: string) => commands.execute(counter, 'a', contextOf(key), aCount, by(1));
  await add('k1');
  for (const { id, type, data, meta } of await log.readStream('counter-a'))
    await backup.append('counter-a', 'none', [{ id, type, data, meta }]);
  await add('k2');
  isPutBack = true;
  await expect(add('k3')).rejects.toThrow(Unavailable);
  // What was known of it is not, any more.
  expect(await add('k4')).toMatchObject({ state: 2, position: 2n });
});

it('two handlers that race never sell what is not there, and lose no piece', async () => {
  const file = join(temporaryFolder(), 'events.db');
  const handlers = [1, 2].map(() => {
    const store = openSqliteEventStore({ file });
    onTestFinished(() => store.close());
    return { store, commands: new CommandHandler({ store, now: () => new Date(), schemaOf: () => 1 }) };
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(wishes, async (all) => {
      const toolId = `t${++run}`;
      const details = toolAdded({ toolId, available: stock }).data;
      const [first] = handlers;
      await first?.commands.execute(tool, toolId, contextOf(`add ${toolId}`), { type: 'AddTool', ...details }, addTool);
      const outcomes = await Promise.allSettled(all.map((wish, n) => fulfil(toolId, wish, n)));
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Conflict);
      }
      for (const { commands } of handlers) {
        const state = await commands.load(tool, toolId);
        if (state.status === 'none') throw new Error('The tool is gone.');
        const reserved = [...state.reserved.values()].reduce((sum, quantity) => sum + quantity, 0);
        expect(state.available).toBeGreaterThanOrEqual(0);
        expect(state.available + reserved).toBe(stock);
      }
      await expectNeverNegative(toolId);
    }),
    { numRuns: 60 },
  );

  async function fulfil(toolId: string, { kind, bookingId, quantity, at }: Wish, n: number): Promise<void> {
    const price = times(perPrice, quantity);
    await handlers[at]?.commands.execute(tool, toolId, contextOf(`${toolId} ${n}`), { type: 'Wish' }, (_, state) =>
      kind === 'reserve'
        ? reserveStock({ type: 'ReserveStock', toolId, bookingId, quantity, price }, state)
        : releaseStock({ type: 'ReleaseStock', toolId, bookingId }, state),
    );
  }

  async function expectNeverNegative(toolId: string): Promise<void> {
    let left = stock;
    for (const { type, data } of (await handlers[1]?.store.readStream(`tool-${toolId}`)) ?? []) {
      const { quantity = 0 } = data as { quantity?: number };
      if (type === 'StockReserved') left -= quantity;
      if (type === 'StockReleased') left += quantity;
      expect(left).toBeGreaterThanOrEqual(0);
    }
  }
});
