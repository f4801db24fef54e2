import { TooMany, Unauthorized } from '../../../kernel/errors.ts';
import type { FactorRefused, PasskeyUsed, RecoveryCodeUsed, TotpUsed } from '../events.ts';
import { type Factors, refusalLasts } from '../factors.ts';
import { stepOf } from '../totp.ts';

/** With what somebody proves themselves. A passkey's signature was found good, by the key that it is said to be of. */
export type Shown =
  | { kind: 'totp'; code: string }
  | { kind: 'recovery-code'; digest: string }
  | { kind: 'passkey'; credentialId: string; counter: number; challenge: string; until: string };

/**
 * Beside what a factor is shown. `proof` names what was proved before: a password just now, which is good for one sign-in (`isOnce`), or the session. `knownAs` says by what
 * the caller was known before: `session`, or a browser that somebody was signed in with; left out of a stranger.
 */
export type Beside = { readonly proof: string; readonly isOnce?: true; readonly knownAs?: string };

export type UseFactor = { type: 'UseFactor'; uid: string; at: string; shown: Shown } & Beside;

type Used = TotpUsed | PasskeyUsed | RecoveryCodeUsed;

/** How many wrong codes are borne beside one first proof, after which a sign-in is over and a session's codes wait. */
const mostByProof = 5;
/** And within an hour, whatever was proved first: one who knows a password has a chance in 30,000 an hour. */
const mostByPerson = 10;

/**
 * Proves by a second factor who somebody is. Each code, recovery code and challenge is good once. A wrong one is written down,
 * so that all nodes count it. Those of whoever is known count apart (see PasswordAttempts), each session together and each browser by itself:
 * without this, whoever knows a password locks its owner out. Recovery codes and passkeys cannot be guessed, and are let in however
 * many codes were wrong, but for a sign-in that is over by them; by then a wrong one is not written down, since nothing bounds how many
 * come but what bounds its caller.
 * A first proof is good for one sign-in: otherwise whoever has its cookie, which no answer can take from them, signs in as often as they like.
 * @returns nothing for what is wrong and not written down
 * @throws Unauthorized beside a first proof whose sign-in was finished; TooMany
 */
export function useFactor(
  { uid, proof, isOnce, knownAs, at, shown }: UseFactor,
  state: Factors,
): (Used | FactorRefused)[] {
  const refused = state.refused.filter((one) => countsFor(one.at, at) > 0);
  const finished = isOnce ? { proof, at } : undefined;
  if (finished && isFinished(proof, state)) throw new Unauthorized('That login is over. Please log in again.');
  const ofProof = refused.filter((one) => one.proof === proof);
  if (isOnce || shown.kind === 'totp') refuseBeyond(mostByProof, ofProof, at);
  const ofAlike = refused.filter((one) => one.knownAs === knownAs);
  if (shown.kind === 'totp') refuseBeyond(mostByPerson, ofAlike, at);
  const used = usedBy({ uid, shown, at, finishing: finished && { finished } }, state);
  if (used) return [used];
  if (ofAlike.length >= mostByPerson) return [];
  return [{ type: 'FactorRefused', data: { uid, proof, at, ...(knownAs !== undefined && { knownAs }) } }];
}

/** Whether the sign-in of a first proof was finished: it is good for one. */
export function isFinished(proof: string, { finished }: Factors): boolean {
  return finished.some((one) => one.proof === proof);
}

/** Whether as many codes were wrong beside a first proof as are borne. */
export function isSpent(proof: string, { refused }: Factors): boolean {
  return refused.filter((one) => one.proof === proof).length >= mostByProof;
}

/** For how many milliseconds yet. */
function countsFor(refusedAt: string, at: string): number {
  return Date.parse(refusedAt) + refusalLasts - Date.parse(at);
}

function refuseBeyond(most: number, refused: Factors['refused'], at: string): void {
  const first = refused.at(-most);
  if (!first) return;
  throw new TooMany('Too many wrong codes. Please try again later.', Math.ceil(countsFor(first.at, at) / 1_000));
}

type Use = Pick<UseFactor, 'uid' | 'shown' | 'at'> & {
  readonly finishing: Pick<TotpUsed['data'], 'finished'> | undefined;
};

function usedBy({ uid, shown, at, finishing }: Use, state: Factors): Used | undefined {
  if (shown.kind === 'recovery-code') {
    const place = state.recoveryCodes.indexOf(shown.digest);
    return place < 0 ? undefined : { type: 'RecoveryCodeUsed', data: { uid, place, ...finishing } };
  }
  if (shown.kind === 'totp') {
    const app = state.factors.find((one) => one.kind === 'totp');
    const step = app && stepOf(shown.code, app.secret, at);
    if (!app || step === undefined || step <= app.step) return undefined;
    return { type: 'TotpUsed', data: { uid, factorId: app.factorId, step, ...finishing } };
  }
  const { credentialId, counter, challenge, until } = shown;
  const passkey = state.factors.find((one) => one.kind === 'passkey' && one.credentialId === credentialId);
  if (passkey?.kind !== 'passkey' || state.signed.some((one) => one.challenge === challenge)) return undefined;
  // A counter that does not go up is that of a copy; one that counts nothing stays 0 (WebAuthn 3, 6.1.1).
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) return undefined;
  return { type: 'PasskeyUsed', data: { uid, factorId: passkey.factorId, counter, challenge, until, ...finishing } };
}
