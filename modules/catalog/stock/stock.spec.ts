import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { damagedIn } from '../../../backend/testing/deciding/damaged-in.ts';
import { toolAdded, toolRepriced } from '../testing/examples.ts';
import { setAside } from '../testing/set-aside.ts';
import { tool } from '../tool.ts';
import { stockOf } from './stock.ts';

it('sells and takes back once, however often and by whomever it is said', async () => {
  const commands = new InMemoryCommands();
  const stock = stockOf(commands);
  await commands.execute(tool, 't1', contextOf('k0'), { type: 'AddTool' }, () => [toolAdded({ available: 10 })]);
  const which = { toolId: 't1', bookingId: 'b1' };
  const price = { amount: 3 * 1999, currency: 'usd' };
  await setAside(stock, { ...which, quantity: 3, price }, contextOf('k1'));
  for (const key of ['k2', 'k3']) await stock.sell(which, contextOf(key));
  for (const key of ['k4', 'k5']) await stock.restock({ ...which, refundId: 'r1', quantity: 1 }, contextOf(key));
  await stock.restock({ ...which, refundId: 'r2', quantity: 2 }, contextOf('k6'));
  await stock.release(which, contextOf('k7'));
  expect(
    commands.log
      .filter(({ stream }) => stream === 'tool-t1')
      .slice(2)
      .map(({ type, data }) => [type, data]),
  ).toEqual([
    ['StockSold', { ...which, quantity: 3 }],
    ['StockReturned', { ...which, refundId: 'r1', quantity: 1 }],
    ['StockReturned', { ...which, refundId: 'r2', quantity: 2 }],
  ]);
  expect(await commands.load(tool, 't1')).toMatchObject({ available: 10 });
});

it('has set pieces aside at the price of then, also for who says it again after the tool costs something else', async () => {
  const commands = new InMemoryCommands();
  const stock = stockOf(commands);
  await commands.execute(tool, 't1', contextOf('k0'), { type: 'AddTool' }, () => [toolAdded({ available: 10 })]);
  const wanted = { toolId: 't1', bookingId: 'b1', quantity: 3, price: { amount: 3 * 1999, currency: 'usd' } };
  const first = await setAside(stock, wanted, contextOf('k1'));
  const dearer = toolRepriced({ perPrice: { amount: 2999, currency: 'usd' } });
  await commands.execute(tool, 't1', contextOf('k2'), { type: 'Reprice' }, () => [dearer]);
  expect(first.price).toEqual(wanted.price);
  expect(await setAside(stock, wanted, contextOf('k1'))).toEqual(first);
});

it('says of a tool that cannot be read that it cannot be had, so that whoever orders others beside it can leave it out', async () => {
  const commands = new InMemoryCommands();
  for (const toolId of ['t1', 't2']) {
    await commands.execute(tool, toolId, contextOf(toolId), { type: 'AddTool' }, () => [
      toolAdded({ toolId, available: 1 }),
    ]);
  }
  const stock = stockOf(damagedIn(commands, 'tool-t1'));
  const price = { amount: 1999, currency: 'usd' };
  const whyNot = async (toolId: string) =>
    (await stock.whyNot({ toolId, bookingId: 'b1', quantity: 1, price }))?.message;
  expect(await whyNot('t1')).toBe('This tool cannot be ordered at present.');
  expect(await whyNot('t2')).toBeUndefined();
});
