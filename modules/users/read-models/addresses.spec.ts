import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/deciding/projected.ts';
import { addressParts, addressRemoved, addressSaved, userErased } from '../testing/examples.ts';
import { addresses } from './addresses.ts';

describe('the addresses', () => {
  it('have the last that somebody saved', () => {
    const { documents } = projected(addresses, addressSaved(), addressSaved({ city: 'Rajshahi' }));
    expect(documents.get('u1')).toEqual({ ...addressParts, city: 'Rajshahi' });
  });

  it('keep one person apart from another', () => {
    const { documents } = projected(addresses, addressSaved(), addressSaved({ uid: 'u2', city: 'Rajshahi' }));
    expect(documents.get('u1')).toEqual(addressParts);
  });

  it('have none that was removed, nor of who was erased', () => {
    expect(projected(addresses, addressSaved(), addressRemoved()).documents.size).toBe(0);
    expect(projected(addresses, addressSaved(), userErased()).documents.size).toBe(0);
  });
});
