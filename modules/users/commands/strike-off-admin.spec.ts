import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Admins, admins } from '../admins.ts';
import { adminListed, adminStruckOff } from '../testing/examples.ts';
import { listAdmin } from './list-admin.ts';
import { strikeOffAdmin } from './strike-off-admin.ts';

const list = (state: Admins) => listAdmin({ type: 'ListAdmin', uid: 'u1' }, state);
const strikeOff = (state: Admins) => strikeOffAdmin({ type: 'StrikeOffAdmin', uid: 'u1', stays: 'u2' }, state);
const strikeOffWhoIsGone = (state: Admins) => strikeOffAdmin({ type: 'StrikeOffAdmin', uid: 'u1' }, state);

describe('the list of admins', () => {
  it('has each admin once', () => {
    given(admins).when(list).then(adminListed());
    given(admins, adminListed()).when(list).thenNothing();
    given(admins, adminListed(), adminStruckOff()).when(list).then(adminListed());
  });

  it('lets go who leaves another one', () =>
    given(admins, adminListed(), adminListed({ uid: 'u2' }))
      .when(strikeOff)
      .then(adminStruckOff()));

  it('keeps who is left when the other one was faster', () =>
    given(admins, adminListed(), adminListed({ uid: 'u2' }), adminStruckOff({ uid: 'u2' }))
      .when(strikeOff)
      .thenThrows(Conflict, /try again/));

  it('needs nothing of who is not on it', () =>
    given(admins, adminListed({ uid: 'u2' }))
      .when(strikeOff)
      .thenNothing());

  it('follows who is gone already, whoever is left', () => {
    given(admins, adminListed()).when(strikeOffWhoIsGone).then(adminStruckOff());
    given(admins).when(strikeOffWhoIsGone).thenNothing();
  });
});
