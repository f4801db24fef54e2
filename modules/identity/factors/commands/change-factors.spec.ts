import { describe, it } from 'vitest';
import { given } from '../../../../backend/testing/given.ts';
import { Conflict, Invalid, NotFound } from '../../../kernel/errors.ts';
import {
  factorRemoved,
  factorsEnded,
  passkeyAdded,
  recoveryCodesMade,
  totpAdded,
} from '../../testing/factor-examples.ts';
import { type Factors, factors } from '../factors.ts';
import { WrongFactor } from '../refusals.ts';
import { codeAt, stepOf } from '../totp.ts';
import { addPasskey } from './add-passkey.ts';
import { addTotp } from './add-totp.ts';
import { endFactors } from './end-factors.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { removeFactor } from './remove-factor.ts';

const { uid, factorId, secret, at } = totpAdded().data;
const { digests } = recoveryCodesMade().data;
/** Of the session in which the first factor is added. */
const sid = 's1';
const first = { sid, digests };
const code = codeAt(secret, at);
const step = stepOf(code, secret, at) ?? 0;

const addApp = (shown: string) => (state: Factors) =>
  addTotp({ type: 'AddTotp', uid, factorId, secret, code: shown, at, first }, state);
const addKey =
  (but = {}) =>
  (state: Factors) =>
    addPasskey({ type: 'AddPasskey', ...passkeyAdded().data, first, ...but }, state);
const remove = (id: string) => (state: Factors) => removeFactor({ type: 'RemoveFactor', uid, factorId: id }, state);
const renew = (state: Factors) => makeRecoveryCodes({ type: 'MakeRecoveryCodes', uid, digests: ['d2', 'd3'] }, state);
const end = (state: Factors) => endFactors({ type: 'EndFactors', uid, because: 'reset-by-operator' }, state);
const endLate = (before: string) => (state: Factors) =>
  endFactors({ type: 'EndFactors', uid, because: 'taken-over', before }, state);

describe('adding an authenticator app', () => {
  it('wants its first code, and gives recovery codes with the first factor', () =>
    given(factors).when(addApp(code)).then(totpAdded({ step, sid }), recoveryCodesMade()));

  it('gives none with a second factor', () =>
    given(factors, passkeyAdded(), recoveryCodesMade()).when(addApp(code)).then(totpAdded({ step })));

  it('refuses a wrong code', () => given(factors).when(addApp('000000')).thenThrows(Invalid));

  it('refuses a second app', () => given(factors, totpAdded()).when(addApp(code)).thenThrows(Conflict));
});

describe('adding a passkey', () => {
  it('gives recovery codes with the first factor', () =>
    given(factors).when(addKey()).then(passkeyAdded({ sid }), recoveryCodesMade()));

  it('takes several, and each once', () => {
    const other = { factorId: 'f3', credentialId: 'other', challenge: 'c9' };
    given(factors, passkeyAdded()).when(addKey(other)).then(passkeyAdded(other));
    given(factors, passkeyAdded())
      .when(addKey({ challenge: 'c9' }))
      .thenThrows(Conflict);
  });

  it('takes no answer that came before', () =>
    given(factors, passkeyAdded())
      .when(addKey({ credentialId: 'other' }))
      .thenThrows(WrongFactor));
});

describe('taking a factor away', () => {
  it('takes one’s own', () => given(factors, totpAdded()).when(remove('f1')).then(factorRemoved()));

  it('refuses what is not there', () =>
    given(factors, totpAdded(), factorRemoved()).when(remove('f1')).thenThrows(NotFound));

  it('takes the recovery codes with the last', () =>
    given(factors, totpAdded(), recoveryCodesMade(), factorRemoved())
      .when(addKey())
      .then(passkeyAdded({ sid }), recoveryCodesMade()));
});

describe('recovery codes', () => {
  it('are made anew', () =>
    given(factors, totpAdded(), recoveryCodesMade())
      .when(renew)
      .then(recoveryCodesMade({ digests: ['d2', 'd3'] })));

  it('are for who has a factor', () => given(factors).when(renew).thenThrows(Conflict));
});

describe('the end of all factors', () => {
  it('comes once', () => {
    given(factors, totpAdded()).when(end).then(factorsEnded());
    given(factors, totpAdded(), factorsEnded()).when(end).thenNothing();
    given(factors).when(end).thenNothing();
  });

  it('late leaves to who has the account since what they have added since', () => {
    const since = new Date(Date.parse(at) - 1).toISOString();
    given(factors, totpAdded()).when(endLate(since)).thenNothing();
    given(factors, totpAdded())
      .when(endLate(at))
      .then(factorsEnded({ because: 'taken-over' }));
  });
});
