import { expect, it } from 'vitest';
import { nameOf } from './words.ts';

it.each([
  ['tool:3f2a81c0-05bd-8f3a-9b0e-6f0c1a2b3c4d', 'Tool 3f2a81c0'],
  ['booking:1a2b3c4d-5e6f-8f3a-9b0e-6f0c1a2b3c4d', 'Order 1A2B3C4D-5E6F'],
  ['failed-sign-ins:2026-12-01', 'Failed sign-ins 2026-12-01'],
  ['orders-export:3f2a81c0-05bd-8f3a-9b0e-6f0c1a2b3c4d', 'Orders export 3f2a81c0'],
  ['order-counts', 'Order counts'],
])('a thing is named in short: %s', (entity, name) => expect(nameOf(entity)).toBe(name));
