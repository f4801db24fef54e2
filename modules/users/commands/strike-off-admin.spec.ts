import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Admins, admins } from '../admins.ts';
import { adminListed, adminStruckOff } from '../testing/examples.ts';
import { listAdmin } from './list-admin.ts';
import { strikeOffAdmin } from './strike-off-admin.ts';

const of = { uid: 'u1', promotion: 1 } as const;
const list = (state: Admins) => listAdmin({ type: 'ListAdmin', ...of }, state);
const listAgain = (state: Admins) => listAdmin({ type: 'ListAdmin', ...of, promotion: 2 }, state);
const strikeOff = (state: Admins) => strikeOffAdmin({ type: 'StrikeOffAdmin', ...of, stays: 'u2' }, state);
const strikeOffWhoIsGone = (state: Admins) => strikeOffAdmin({ type: 'StrikeOffAdmin', ...of }, state);
const other = adminListed({ uid: 'u2' });

describe('the list of admins', () => {
  it('has each admin once', () => {
    given(admins).when(list).then(adminListed());
    given(admins, adminListed()).when(list).thenNothing();
  });

  it('takes nobody back for a promotion that has ended, however late a node comes to list it', () => {
    given(admins, adminListed(), adminStruckOff()).when(list).thenNothing();
    given(admins, adminListed(), adminStruckOff())
      .when(listAgain)
      .then(adminListed({ promotion: 2 }));
    given(admins, other).when(strikeOff).then(adminStruckOff());
    given(admins, other, adminStruckOff()).when(list).thenNothing();
  });

  it('lets go who leaves another one', () =>
    given(admins, adminListed(), other).when(strikeOff).then(adminStruckOff()));

  it('keeps who is left when the other one was faster', () =>
    given(admins, adminListed(), other, adminStruckOff({ uid: 'u2' }))
      .when(strikeOff)
      .thenThrows(Conflict, /try again/));

  it('keeps who was promoted again meanwhile', () =>
    given(admins, adminListed(), other, adminStruckOff(), adminListed({ promotion: 2 }))
      .when(strikeOff)
      .thenThrows(Conflict, /try again/));

  it('follows who is gone already, whoever is left', () => {
    given(admins, adminListed()).when(strikeOffWhoIsGone).then(adminStruckOff());
    given(admins, adminListed(), adminStruckOff()).when(strikeOffWhoIsGone).thenNothing();
    given(admins, adminListed({ promotion: 2 }))
      .when(strikeOffWhoIsGone)
      .thenNothing();
  });

  it('needs nothing of who was never an admin', () =>
    given(admins)
      .when((state) => strikeOffAdmin({ type: 'StrikeOffAdmin', uid: 'u1', promotion: 0 }, state))
      .thenNothing());
});
