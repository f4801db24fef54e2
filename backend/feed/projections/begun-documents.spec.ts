import { expect, it, vi } from 'vitest';
import { bookings } from '../../../modules/booking/read-models/bookings.ts';
import { openReservations } from '../../../modules/booking/read-models/open-reservations.ts';
import { bookingPaid, stockReserved, toolBooked } from '../../../modules/booking/testing/examples.ts';
import type { DomainEvent } from '../../../modules/kernel/event.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import { stored } from '../../testing/stored.ts';
import { foldedInto } from './folded.ts';

/** What a batch makes of documents, and which of them were looked for. */
async function folded(projection: Projection, ...events: readonly DomainEvent[]) {
  const lookedFor: string[] = [];
  const kept = vi.fn(async (ids: readonly string[]) => {
    lookedFor.push(...ids);
    return ids.map(() => undefined);
  });
  const batch = events.map((event, at) => stored(event, { position: BigInt(at + 1) }));
  const { changes } = await foldedInto({ ...projection, sums: undefined }, batch, new Set(), kept);
  return {
    lookedFor,
    changed: changes.map(({ id, document }) => `${id} ${document === undefined ? 'gone' : 'there'}`),
  };
}

it('a document that begins with an event is not looked for before it', async () => {
  expect(await folded(bookings, toolBooked(), bookingPaid())).toEqual({ lookedFor: [], changed: ['b1 there'] });
  expect(await folded(bookings, bookingPaid())).toMatchObject({ lookedFor: ['b1'] });
});

it('nothing is written of one that begins and ends with the same batch', async () => {
  expect(await folded(openReservations, stockReserved(), toolBooked())).toEqual({ lookedFor: [], changed: [] });
  expect(await folded(openReservations, stockReserved())).toEqual({ lookedFor: [], changed: ['t1 b1 there'] });
  expect(await folded(openReservations, toolBooked())).toMatchObject({ lookedFor: ['t1 b1'] });
});
