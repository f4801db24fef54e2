import { expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { bookings as projection } from '../read-models/bookings.ts';
import { toolBooked } from '../testing/examples.ts';
import { ordersByNumber } from './orders-by-number.ts';

const ids = [
  '1a200000-0000-8000-8000-000000000000',
  '1a2b3c4d-5e6f-8789-a0b1-c2d3e4f50616',
  '1a2b3c4d-5e6f-8789-a0b1-c2d3e4f50617',
  '1a2b3c4d-5e70-8789-a0b1-c2d3e4f50617',
  '1a2fffff-ffff-8fff-bfff-ffffffffffff',
  '1a300000-0000-8000-8000-000000000000',
];

/** Neither in the order of their ids nor against it. */
const placedAt = (nth: number) => `2026-01-02T03:04:0${[3, 0, 5, 1, 4, 2][nth]}.000Z`;

function shop() {
  const readModels = new InMemoryReadModels();
  readModels.follow(
    [projection],
    ids.map((bookingId, nth) => stored(toolBooked({ bookingId }), { time: placedAt(nth) })),
  );
  return viewOf(readModels, projection);
}

it('orders of one beginning come newest first', async () => {
  const found = (await ordersByNumber(shop(), '1a2')).map(({ at }) => at);
  expect(found).toEqual([0, 1, 2, 3, 4].map(placedAt).toSorted().reverse());
});

it('orders are found by each beginning of their numbers from three digits on, whole ones too, and no others', async () => {
  const bookings = shop();
  const beginnings = new Set(ids.flatMap((id) => Array.from({ length: id.length - 2 }, (_, n) => id.slice(0, 3 + n))));
  for (const prefix of [...beginnings, '1a2b4', '1a1', 'fff']) {
    const found = await ordersByNumber(bookings, prefix);
    expect(found.map(({ _id }) => _id).toSorted(), prefix).toEqual(ids.filter((id) => id.startsWith(prefix)));
  }
});
