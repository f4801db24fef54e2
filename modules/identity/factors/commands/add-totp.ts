import { Conflict, Invalid } from '../../../kernel/errors.ts';
import type { RecoveryCodesMade, TotpAdded } from '../events.ts';
import type { Factors } from '../factors.ts';
import { stepOf } from '../totp.ts';
import { type WithFirst, withFirst } from './first-factor.ts';

export type AddTotp = {
  type: 'AddTotp';
  uid: string;
  factorId: string;
  secret: string;
  code: string;
  at: string;
  /** For whoever has no factor yet. */
  first: WithFirst;
};

/** Adds an authenticator app that has shown a good code of the secret, and with the first factor recovery codes. */
export function addTotp(
  { uid, factorId, secret, code, at, first }: AddTotp,
  state: Factors,
): (TotpAdded | RecoveryCodesMade)[] {
  if (state.factors.some(({ kind }) => kind === 'totp')) {
    throw new Conflict('You have an authenticator app already. Remove it first.');
  }
  const step = stepOf(code, secret, at);
  if (step === undefined) {
    const message = 'That is not the code that the app shows now.';
    throw new Invalid(message, [{ path: 'code', message }]);
  }
  const added: TotpAdded = { type: 'TotpAdded', data: { uid, factorId, secret, step, at } };
  return withFirst(added, first, state);
}
