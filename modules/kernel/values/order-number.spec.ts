import { expect, it } from 'vitest';
import { derivedId } from '../encoding/derived.ts';
import { orderNumber } from './order-number.ts';

it('calls an order by the first 12 digits of its id, which begins with them', () => {
  const id = derivedId('booking', 'one');
  expect(orderNumber('1a2b3c4d-5e6f-8789-a0b1-c2d3e4f50617')).toBe('1A2B3C4D-5E6F');
  expect(orderNumber(id)).toMatch(/^[0-9A-F]{8}-[0-9A-F]{4}$/);
  expect(id.startsWith(orderNumber(id).toLowerCase())).toBe(true);
});
