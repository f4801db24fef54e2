import { describe, expect, it } from 'vitest';
import { bookings } from '../../../modules/booking/read-models/bookings.ts';
import { openReservations } from '../../../modules/booking/read-models/open-reservations.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import { users } from '../../../modules/users/read-models/users.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { count, countersOf } from '../../testing/counters.ts';
import { rebuiltDump } from '../../testing/logs/dump.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const at = '2026-01-02T03:04:05.000Z';
const order = { _id: 'b1', at, uid: 'u1', status: 'unpaid', paid: false, price: 1, refunded: 0 };

describe('the list that has every document', () => {
  const said: readonly [Projection<never>, readonly object[]][] = [
    [
      bookings as Projection<never>,
      [
        order,
        { ...order, paid: true, status: 'paid' },
        { ...order, large: true },
        { ...order, uid: 'erased', price: 0 },
      ],
    ],
    [openReservations as Projection<never>, [{ toolId: 't1', bookingId: 'b1', at }]],
    [
      users as Projection<never>,
      [
        { _id: 'u1', name: 'Mina', email: 'a@b.dev', role: 'user', since: at },
        { _id: 'u1', name: '', email: '', role: 'admin', since: '' },
      ],
    ],
  ];
  it.each(said)('of $name has each of them, whatever is in it', (projection, documents) => {
    expect(projection.every.isBeside).toBe(false);
    const { index, key } = projection.every;
    for (const document of documents) {
      expect(projection.entriesOf(document)).toContainEqual(expect.objectContaining({ index, key }));
    }
  });

  it('is kept beside the others where none of them has each', async () => {
    const store = openSqliteEventStore({ file: `${temporaryFolder()}/events.db` });
    const counters = { ...countersOf(), entriesOf: () => [] };
    await count(store, 'a', 1);
    await count(store, 'b', 2);
    const dump = await rebuiltDump(store, [counters]);
    expect(Object.values(dump)).toEqual([
      [JSON.stringify({ counter: 'a', total: 1 }), JSON.stringify({ counter: 'b', total: 2 })],
    ]);
    await store.close();
  });
});
