import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold } from '../kernel/aggregate.ts';
import { type ToolEvent, toolEvents } from './events.ts';
import {
  stockAdjusted,
  stockReleased,
  stockReserved,
  stockReturned,
  stockSold,
  toolAdded,
  toolDetailsChanged,
  toolRepriced,
  toolRetired,
  toolReturned,
} from './testing/examples.ts';
import { tool } from './tool.ts';

const format = tool.snapshot;
if (!format) throw new Error('A tool has no snapshot.');
const { version, save, load } = format;
const throughJson = (saved: unknown): unknown => JSON.parse(JSON.stringify(saved));

it('a tool as it is kept is what it was, wherever in its history it is taken and read again', () => {
  const bookingId = fc.integer({ min: 1, max: 8 }).map((n) => `b${n}`);
  const event: fc.Arbitrary<ToolEvent> = fc.oneof(
    fc.record({ bookingId, quantity: fc.nat(5) }).map(stockReserved),
    fc.record({ bookingId, quantity: fc.nat(5) }).map(stockReleased),
    fc.record({ bookingId, quantity: fc.nat(5) }).map(stockSold),
    fc.record({ bookingId, quantity: fc.nat(5) }).map(stockReturned),
    fc.record({ change: fc.integer({ min: -5, max: 5 }) }).map(stockAdjusted),
    fc.record({ version: fc.nat(5), category: fc.constantFrom(null, undefined, 'Hand tools') }).map(toolDetailsChanged),
    fc.record({ version: fc.nat(5) }).map(toolRepriced),
    fc.constantFrom(toolRetired(), toolReturned()),
    bookingId.map((id) => stockReserved({ bookingId: id, unitPrice: { amount: 0, currency: 'usd' } })),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.nat(60), (events, at) => {
      const all = [toolAdded(), ...events];
      const kept = load(throughJson(save(fold(tool, all.slice(0, at)))));
      const folded = fold({ ...tool, initial: kept }, all.slice(at));
      expect(save(folded)).toEqual(save(fold(tool, all)));
    }),
  );
});

it('a tool is kept like this: who changes it gives it another version', () => {
  const events = [
    toolAdded(),
    stockReserved(),
    stockReserved({ bookingId: 'b2', quantity: 3 }),
    stockReserved({ bookingId: 'b3' }),
    stockReserved({ bookingId: '5a3a5d6e-6d31-4b41-8a3f-8d3d8b3f6d3d', quantity: 4 }),
    stockReserved({ bookingId: 'b4', quantity: 2 }),
    stockReleased({ bookingId: 'b3' }),
    stockSold({ bookingId: 'b4', quantity: 2 }),
    stockReturned({ bookingId: 'b4', quantity: 1 }),
    toolRepriced(),
    toolDetailsChanged({ version: 2, category: 'Hand tools' }),
    stockReserved({ bookingId: 'b5', unitPrice: { amount: 0, currency: 'usd' } }),
    stockAdjusted(),
    toolRetired(),
  ];
  const { toolId: _, available: __, perPrice: ___, totalPrice: ____, ...details } = toolAdded().data;
  expect({ version, kept: throughJson(save(fold(tool, events))) }).toEqual({
    version: 4,
    kept: {
      status: 'retired',
      toolId: 't1',
      version: 2,
      details: { ...details, category: 'Hand tools' },
      perPrice: toolRepriced().data.perPrice,
      totalPrice: toolRepriced().data.totalPrice,
      available: 5,
      stocked: toolAdded().data.available + stockAdjusted().data.change,
      reserved: {
        packed: Buffer.from('5a3a5d6e6d314b418a3f8d3d8b3f6d3d00000004', 'hex').toString('base64'),
        others: expect.toSatisfy((entries) => entries.toSorted().join() === 'b1,1,b2,3,b5,1'),
      },
      free: { packed: '', others: [['b5', 1]] },
    },
  });
});

it('nothing personal is kept of a tool, since its events have nothing personal', () => {
  for (const declaration of toolEvents.values()) {
    for (const { personal } of declaration.versions.values()) expect(personal).toBeUndefined();
  }
});
