import { describe, expect, it } from 'vitest';
import { unpaid } from '../../../testing/fake-shop.ts';
import { placedTogether } from './placed-together.ts';

const ids = (...orders: readonly [id: string, checkoutId?: string][]) =>
  placedTogether(orders.map(([_id, checkoutId]) => ({ ...unpaid, _id, ...(checkoutId && { checkoutId }) }))).map(
    (group) => group.map(({ _id }) => _id),
  );

describe('orders of one checkout', () => {
  it('stand together where the first of them stands', () =>
    expect(ids(['1'], ['2', 'c'], ['3'], ['4', 'c'], ['5', 'd'])).toEqual([['1'], ['2', '4'], ['3'], ['5']]));

  it('are none where nothing was ordered', () => expect(ids()).toEqual([]));
});
