import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { type FirstAdmin, firstAdmin } from '../first-admin.ts';
import { firstAdminNamed } from '../testing/examples.ts';
import { FirstAdminIsNamed, nameFirstAdmin } from './name-first-admin.ts';

const name = (uid: string, lapsed?: number) => (state: FirstAdmin) =>
  nameFirstAdmin({ type: 'NameFirstAdmin', uid, lapsed }, state);

describe('naming the first admin', () => {
  it('names who says the code first', () => given(firstAdmin).when(name('u1')).then(firstAdminNamed()));

  it('names nobody else', () => given(firstAdmin, firstAdminNamed()).when(name('u2')).thenThrows(FirstAdminIsNamed));

  it('does nothing for who was named and was broken off before the answer', () =>
    given(firstAdmin, firstAdminNamed()).when(name('u1')).thenNothing());

  it('names somebody else where nothing can come of it any more, once', () => {
    const later = firstAdminNamed({ uid: 'u2' });
    given(firstAdmin, firstAdminNamed()).when(name('u2', 1)).then(later);
    given(firstAdmin, firstAdminNamed(), later).when(name('u3', 1)).thenThrows(FirstAdminIsNamed);
    given(firstAdmin, firstAdminNamed(), later)
      .when(name('u3', 2))
      .then(firstAdminNamed({ uid: 'u3' }));
  });

  it('names the same one anew where they were an admin before, so that nobody else is named beside them', () => {
    given(firstAdmin, firstAdminNamed()).when(name('u1', 1)).then(firstAdminNamed());
    given(firstAdmin, firstAdminNamed(), firstAdminNamed()).when(name('u2', 1)).thenThrows(FirstAdminIsNamed);
  });
});
