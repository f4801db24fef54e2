import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/deciding/projected.ts';
import { stockReleased, stockReserved, toolBooked } from '../testing/examples.ts';
import { openReservations } from './open-reservations.ts';

describe('the open reservations', () => {
  it('show pieces whose order has not come yet, oldest first', () => {
    const { documents, entriesOf } = projected(openReservations, stockReserved());
    const at = '2026-01-02T03:04:05.000Z';
    expect([...documents.values()]).toEqual([{ toolId: 't1', bookingId: 'b1', at }]);
    expect(entriesOf('t1 b1')).toEqual([{ index: 'open', key: '', sort: at }]);
  });

  it('show nothing once the order is there, or the pieces were given back', () => {
    expect(projected(openReservations, stockReserved(), toolBooked()).documents.size).toBe(0);
    expect(projected(openReservations, stockReserved(), stockReleased()).documents.size).toBe(0);
  });

  it('tell the same order of two tools apart', () => {
    const other = stockReserved({ toolId: 't2' });
    expect([...projected(openReservations, stockReserved(), other, toolBooked()).documents.keys()]).toEqual(['t2 b1']);
  });
});
