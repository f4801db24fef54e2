import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { type FirstAdmin, firstAdmin } from '../first-admin.ts';
import { firstAdminNamed } from '../testing/examples.ts';
import { FirstAdminIsNamed, nameFirstAdmin } from './name-first-admin.ts';

const name = (uid: string) => (state: FirstAdmin) => nameFirstAdmin({ type: 'NameFirstAdmin', uid }, state);

describe('naming the first admin', () => {
  it('names who says the code first', () => given(firstAdmin).when(name('u1')).then(firstAdminNamed()));

  it('names nobody else, ever', () =>
    given(firstAdmin, firstAdminNamed()).when(name('u2')).thenThrows(FirstAdminIsNamed));

  it('does nothing for who was named and was broken off before the answer', () =>
    given(firstAdmin, firstAdminNamed()).when(name('u1')).thenNothing());
});
