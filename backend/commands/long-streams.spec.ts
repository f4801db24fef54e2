import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { releaseStock } from '../../modules/catalog/commands/release-stock.ts';
import { reserveStock } from '../../modules/catalog/commands/reserve-stock.ts';
import { sellStock } from '../../modules/catalog/commands/sell-stock.ts';
import type { ToolEvent } from '../../modules/catalog/events.ts';
import { stockOf } from '../../modules/catalog/stock/stock.ts';
import { toolAdded } from '../../modules/catalog/testing/examples.ts';
import { setAside } from '../../modules/catalog/testing/set-aside.ts';
import { type Tool, tool } from '../../modules/catalog/tool.ts';
import { Conflict } from '../../modules/kernel/errors.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { times } from '../../modules/kernel/values/money.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { contextOf } from '../testing/context.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { CommandHandler } from './command-handler.ts';
import { Snapshots } from './snapshots/snapshots.ts';

const perPrice = { amount: 1999, currency: 'usd' };

type Step =
  | { readonly kind: 'reserve' | 'sell' | 'release'; readonly order: number; readonly at: number }
  | { readonly kind: 'restart'; readonly at: number; readonly loses: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constantFrom('reserve', 'reserve', 'sell', 'release'),
      order: fc.nat(15),
      at: fc.nat(1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), at: fc.nat(1), loses: fc.boolean() }) },
);

describe('a tool with a long history', () => {
  it('is what a full fold makes of it, and knows every command again, whatever happens between whichever snapshots', async () => {
    const folder = temporaryFolder();
    // Opened once for all runs, each of which has a tool of its own: a restart is one of what remembers streams.
    const [store, other] = [openStore(folder), openStore(folder)];
    const folded = nodeOn(store, folder).commands;
    const open = (at: number) => (at === 0 ? nodeOn(store, folder, 3) : nodeOn(other, folder, 7));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const id = randomUUID();
        const nodes = [open(0), open(1)];
        await add(nodes[0]?.commands, { id });
        for (const each of steps) {
          if (each.kind !== 'restart') {
            await carryOut(nodes[each.at]?.commands, { ...each, id });
            continue;
          }
          await nodes[each.at]?.close();
          if (each.loses && each.at === 0) rmSync(join(folder, 'snapshots-3.db'), { force: true });
          nodes[each.at] = open(each.at);
        }
        const whole = await folded.load(tool, id);
        const events = await store.readStream(`tool-${id}`);
        for (const { commands } of nodes) {
          expect(kept(await commands.load(tool, id))).toEqual(kept(whole));
          for (const each of steps) {
            const recorded = events.filter(({ meta }) => meta.commandId === idOf(each));
            if (each.kind === 'restart' || recorded.length === 0) continue;
            const again = await carryOut(commands, { ...each, id });
            expect(again).toMatchObject({ repeated: true, position: recorded[0]?.position, events: recorded });
            await expect(carryOut(commands, { ...each, id }, 'other')).rejects.toThrow(Conflict);
          }
        }
        expect(await store.readStream(`tool-${id}`)).toHaveLength(events.length);
        for (const node of nodes) await node.close();
      }),
      { numRuns: 12 },
    );
  });

  it('opens without being read from its beginning, and sells as before', async () => {
    const folder = temporaryFolder();
    const written = openStore(folder);
    const first = nodeOn(written, folder, 1_024);
    await add(first.commands, { available: 30_000 });
    const orders = 6_000;
    const numbers = Array.from({ length: orders }, (_, n) => n);
    await Promise.all(numbers.map((n) => carryOut(first.commands, { kind: 'reserve', order: n })));
    await Promise.all(numbers.map((n) => carryOut(first.commands, { kind: 'sell', order: n })));
    await written.close();
    await first.close();

    const store = openStore(folder);
    const { commands } = nodeOn(store, folder, 1_024);
    const read = vi.spyOn(store, 'readStream');
    expect(await commands.load(tool, 't1')).toMatchObject({ available: 24_000, reserved: { size: 0 } });
    const events = (await Promise.all(read.mock.results.map(({ value }) => value as Promise<unknown[]>))).flat();
    expect(events.length).toBeLessThan(1_200);
    const stock = stockOf(commands);
    const which = { toolId: 't1', bookingId: 'b17', quantity: 1, price: perPrice };
    const again = await setAside(stock, which, contextOf('reserve 17', { payload: 17 }));
    expect(again).toMatchObject({ quantity: 1, price: perPrice });
    await expect(setAside(stock, which, contextOf('reserve 17', { payload: 'other' }))).rejects.toThrow(Conflict);
    await setAside(stock, { ...which, bookingId: 'new' }, contextOf('new'));
    expect(await commands.load(tool, 't1')).toMatchObject({ available: 23_999, reserved: { size: 1 } });
  });
});

it('a snapshot of a log that was put back to an earlier day, and has gone on since, counts for nothing', async () => {
  const [folder, backup] = [temporaryFolder(), temporaryFolder()];
  const before = nodeOn(openStore(folder), folder, 3);
  await add(before.commands, {});
  for (let order = 0; order < 10; order++) await carryOut(before.commands, { kind: 'reserve', order });
  await before.close();
  const store = openStore(backup);
  const without = nodeOn(store, backup).commands;
  await add(without, {});
  for (let order = 20; order < 40; order++) await carryOut(without, { kind: 'reserve', order });
  const { commands } = nodeOn(store, folder, 3);
  expect(kept(await commands.load(tool, 't1'))).toEqual(kept(await without.load(tool, 't1')));
  expect(await carryOut(commands, { kind: 'reserve', order: 3 })).toMatchObject({ repeated: false });
});

it('a snapshot that cannot be written is not tried again with each order', async () => {
  const folder = temporaryFolder();
  const { commands, snapshots } = nodeOn(openStore(folder), folder, 4);
  const write = vi.spyOn(snapshots as Snapshots, 'write');
  const other = new DatabaseSync(join(folder, 'snapshots-4.db'));
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  await add(commands, {});
  for (let order = 0; order < 40; order++) await carryOut(commands, { kind: 'reserve', order });
  expect(write).toHaveBeenCalledTimes(1);
  other.exec('ROLLBACK');
  await Promise.all(Array.from({ length: 300 }, (_, n) => carryOut(commands, { kind: 'reserve', order: 40 + n })));
  expect(snapshots?.read(`tool-t1 ${tool.snapshot?.version}`)?.commands.count).toBeGreaterThan(40);
});

function openStore(folder: string): EventStore {
  const store = openSqliteEventStore({ file: join(folder, 'events.db') });
  onTestFinished(() => store.close());
  return store;
}

/** A process of its own, with snapshots so often, in a file of its own; without them when that is left out. */
function nodeOn(store: EventStore, folder: string, every?: number) {
  const snapshots =
    every === undefined ? undefined : new Snapshots({ file: join(folder, `snapshots-${every}.db`), every });
  const close = async () => snapshots?.close();
  onTestFinished(close);
  return {
    commands: new CommandHandler({ store, now: () => new Date(), schemaOf: () => 1, snapshots }),
    snapshots,
    close,
  };
}

const add = (commands: CommandHandler | undefined, { id = 't1', available = 1_000 }) =>
  commands?.execute(tool, id, contextOf('add'), { type: 'AddTool' }, () => [toolAdded({ available })]);

type Asked = { readonly kind: 'reserve' | 'sell' | 'release'; readonly order: number; readonly id?: string };

function carryOut(
  commands: CommandHandler | undefined,
  { kind, order, id = 't1' }: Asked,
  payload: number | string = order,
) {
  const which = { toolId: id, bookingId: `b${order}` };
  return commands?.execute(tool, id, contextOf(`${kind} ${order}`, { payload }), { type: kind }, (_, state) =>
    decided(kind, which, state),
  );
}

function decided(kind: string, which: { toolId: string; bookingId: string }, state: Tool): ToolEvent[] {
  if (kind === 'sell') return sellStock({ type: 'SellStock', ...which }, state);
  if (kind === 'release') return releaseStock({ type: 'ReleaseStock', ...which }, state);
  return reserveStock({ type: 'ReserveStock', ...which, quantity: 1, price: times(perPrice, 1) }, state);
}

const idOf = (step: Step) => (step.kind === 'restart' ? '' : contextOf(`${step.kind} ${step.order}`).commandId);

/** The state as it is kept: two maps of the same entries may still differ inside. */
const kept = (state: Tool) => {
  if (state.status === 'none') return undefined;
  const { reserved, ...rest } = state;
  return { ...rest, reserved: [...reserved].toSorted() };
};
