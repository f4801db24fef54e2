import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { NotFound, TooMany } from '../../kernel/errors.ts';
import type { AddressParts } from '../events.ts';
import { addressParts, addressRemoved, addressSaved, userErased, userRegistered } from '../testing/examples.ts';
import { type User, user } from '../user.ts';
import { mostChangesADay } from './bounded-changes.ts';
import { removeAddress } from './remove-address.ts';
import { saveAddress } from './save-address.ts';

const now = new Date('2026-01-02T03:04:05.000Z');
const saving =
  (but: Partial<AddressParts> = {}) =>
  (state: User) =>
    saveAddress({ type: 'SaveAddress', uid: 'u1', now, ...addressParts, ...but }, state);
const removing = (state: User) => removeAddress({ type: 'RemoveAddress', uid: 'u1', now }, state);

describe('saving an address', () => {
  it('keeps it', () => given(user, userRegistered()).when(saving()).then(addressSaved()));

  it.each(['street', 'postcode', 'city', 'country', 'phone'] as const)('notices another %s', (field) =>
    given(user, userRegistered(), addressSaved())
      .when(saving({ [field]: 'other' }))
      .then(addressSaved({ [field]: 'other' })),
  );

  it('is nothing new when it is the same', () =>
    given(user, userRegistered(), addressSaved()).when(saving()).thenNothing());

  it('is refused once as much was said as one may say in a day, unless it is the same', () => {
    const said = Array.from({ length: mostChangesADay }, (_, nth) => addressSaved({ street: `${nth}` }));
    given(user, userRegistered(), ...said)
      .when(saving())
      .thenThrows(TooMany, /tomorrow/);
    given(user, userRegistered(), ...said)
      .when(removing)
      .thenThrows(TooMany);
    given(user, userRegistered(), ...said)
      .when(saving({ street: `${mostChangesADay - 1}` }))
      .thenNothing();
  });

  it('is new again after it was removed', () =>
    given(user, userRegistered(), addressSaved(), addressRemoved()).when(saving()).then(addressSaved()));

  it('finds nobody who never registered, or was erased', () => {
    given(user).when(saving()).thenThrows(NotFound);
    given(user, userRegistered(), addressSaved(), userErased()).when(saving()).thenThrows(NotFound);
  });
});

describe('removing an address', () => {
  it('takes back what was saved, once', () => {
    given(user, userRegistered(), addressSaved()).when(removing).then(addressRemoved());
    given(user, userRegistered(), addressSaved(), addressRemoved()).when(removing).thenNothing();
    given(user, userRegistered()).when(removing).thenNothing();
  });

  it('finds nobody who never registered, or was erased', () => {
    given(user).when(removing).thenThrows(NotFound);
    given(user, userRegistered(), userErased()).when(removing).thenThrows(NotFound);
  });
});
