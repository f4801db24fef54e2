import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { reserveStock } from '../../modules/catalog/commands/reserve-stock.ts';
import { sellStock } from '../../modules/catalog/commands/sell-stock.ts';
import { toolAdded } from '../../modules/catalog/testing/examples.ts';
import { tool } from '../../modules/catalog/tool.ts';
import { derivedId } from '../../modules/kernel/encoding/derived.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { contextOf } from '../testing/context.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { CommandHandler } from './command-handler.ts';
import { Snapshots } from './snapshots/snapshots.ts';

const perPrice = { amount: 1999, currency: 'usd' };
const tools = 16;
/** As much room for each of the tools as 5,000 of them have in a shop. */
const bytes = Math.round((tools * 64 * 2 ** 20) / 5_000);

/** A process that opens what the one before has left: as much as it may keep in the memory, and what it has read since. */
function opened(folder: string) {
  const store = openSqliteEventStore({ file: join(folder, 'events.db') });
  const snapshots = new Snapshots({ file: join(folder, 'snapshots.db') });
  const commands = new CommandHandler({ store, now: () => new Date(), schemaOf: () => 1, bytes, snapshots });
  const read = vi.spyOn(store, 'readStream');
  const close = async () => {
    await store.close();
    await snapshots.close();
  };
  onTestFinished(close);
  return {
    commands,
    close,
    /** How many events were read since it was asked last. */
    async events() {
      const pages = await Promise.all(read.mock.results.map(({ value }) => value as Promise<unknown[]>));
      read.mockClear();
      return pages.flat().length;
    },
  };
}

const toolAt = (n: number) => derivedId('tool', `${n % tools}`);
const orderAt = (n: number) => derivedId('order', `${n}`);

/** So many orders, one tool after the other, each of them sold: two events. */
async function sell(commands: CommandHandler, from: number, to: number) {
  for (let n = from; n < to; n += tools) {
    await Promise.all(
      Array.from({ length: tools }, async (_, at) => {
        const which = { toolId: toolAt(n + at), bookingId: orderAt(n + at) };
        const reserve = { type: 'ReserveStock', ...which, quantity: 1, price: perPrice } as const;
        await commands.execute(tool, which.toolId, contextOf(`reserve ${n + at}`), reserve, reserveStock);
        const sold = { type: 'SellStock', ...which } as const;
        await commands.execute(tool, which.toolId, contextOf(`sell ${n + at}`), sold, sellStock);
      }),
    );
  }
}

it('an order reads no more of what was before it at the five-hundredth of each tool than at the first', async () => {
  const folder = temporaryFolder();
  const first = opened(folder);
  for (let n = 0; n < tools; n++) {
    const added = { type: 'AddTool' } as const;
    const event = toolAdded({ toolId: toolAt(n), available: 10_000, perPrice });
    await first.commands.execute(tool, toolAt(n), contextOf(`add ${n}`), added, () => [event]);
  }
  await sell(first.commands, 0, 10 * tools);
  await first.events();
  await sell(first.commands, 10 * tools, 500 * tools);
  expect(await first.events()).toBe(0);
  await first.close();

  const second = opened(folder);
  await sell(second.commands, 500 * tools, 501 * tools);
  expect((await second.events()) / tools).toBeLessThan(150);
  await sell(second.commands, 501 * tools, 505 * tools);
  expect(await second.events()).toBe(0);
});
