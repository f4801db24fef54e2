import type { Aggregate } from '../../kernel/aggregate.ts';
import type { FactorEvent } from './events.ts';

/** An authenticator app. Codes up to the step of the last one are good no more. */
export type TotpFactor = {
  readonly kind: 'totp';
  readonly factorId: string;
  readonly secret: string;
  readonly step: number;
  readonly at: string;
};

export type PasskeyFactor = {
  readonly kind: 'passkey';
  readonly factorId: string;
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly at: string;
};

export type Factor = TotpFactor | PasskeyFactor;

/** What somebody has beside their password or their Google sign-in: their second factors. There is none without a factor. */
export type Factors = {
  readonly factors: readonly Factor[];
  /** Digests of the recovery codes by their places; undefined for one that was used. */
  readonly recoveryCodes: readonly (string | undefined)[];
  /** Digests of the challenges that were signed, for as long as they would be good. */
  readonly signed: readonly { readonly challenge: string; readonly until: string }[];
  /** First proofs whose sign-in was finished, for as long as they would be good. */
  readonly finished: readonly { readonly proof: string; readonly at: string }[];
  /** The last wrong codes: beside which first proof, when, and by what who tried them was known. */
  readonly refused: readonly { readonly proof: string; readonly at: string; readonly knownAs?: string }[];
};

/** How long a challenge is good, in milliseconds; what was signed is remembered as long. */
export const challengeLasts = 5 * 60_000;
/** How long one may take from the first proof to the second, in milliseconds; which ones were finished is remembered as long. */
export const signInWaits = 5 * 60_000;
/** How long a wrong code counts, in milliseconds. */
export const refusalLasts = 60 * 60_000;

const initial: Factors = { factors: [], recoveryCodes: [], signed: [], finished: [], refused: [] };

function evolve(state: Factors, event: FactorEvent): Factors {
  switch (event.type) {
    case 'TotpAdded':
      return { ...state, factors: [...state.factors, { kind: 'totp', ...event.data }] };
    case 'PasskeyAdded': {
      const { challenge: _, until: __, ...passkey } = event.data;
      return { ...withSigned(state, event.data), factors: [...state.factors, { kind: 'passkey', ...passkey }] };
    }
    case 'TotpUsed':
      return changed(withFinished(state, event.data.finished), event.data.factorId, (factor) => ({
        ...factor,
        step: event.data.step,
      }));
    case 'PasskeyUsed':
      return changed(
        withSigned(withFinished(state, event.data.finished), event.data),
        event.data.factorId,
        (factor) => ({
          ...factor,
          counter: event.data.counter,
        }),
      );
    case 'RecoveryCodesMade':
      return { ...state, recoveryCodes: event.data.digests };
    case 'RecoveryCodeUsed':
      return {
        ...withFinished(state, event.data.finished),
        recoveryCodes: state.recoveryCodes.map((digest, place) => (place === event.data.place ? undefined : digest)),
      };
    case 'FactorRefused': {
      const { uid: _, ...refused } = event.data;
      const still = state.refused.filter((one) => Date.parse(one.at) > Date.parse(refused.at) - refusalLasts);
      return { ...state, refused: [...still, refused] };
    }
    case 'FactorRemoved': {
      const factors = state.factors.filter(({ factorId }) => factorId !== event.data.factorId);
      return { ...state, factors, recoveryCodes: factors.length === 0 ? [] : state.recoveryCodes };
    }
    case 'FactorsEnded':
      return { ...state, factors: [], recoveryCodes: [] };
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}

function changed(state: Factors, factorId: string, change: (factor: Factor) => Factor): Factors {
  return { ...state, factors: state.factors.map((one) => (one.factorId === factorId ? change(one) : one)) };
}

/** Those that had run out when the newest was given out cannot be signed any more. */
function withSigned(state: Factors, { challenge, until }: { challenge: string; until: string }): Factors {
  const givenOut = Date.parse(until) - challengeLasts;
  const still = state.signed.filter((one) => Date.parse(one.until) > givenOut);
  return { ...state, signed: [...still, { challenge, until }] };
}

function withFinished(state: Factors, finished: Factors['finished'][number] | undefined): Factors {
  if (!finished) return state;
  const still = state.finished.filter((one) => Date.parse(one.at) > Date.parse(finished.at) - signInWaits);
  return { ...state, finished: [...still, finished] };
}

/** The second factors of one person; the stream is called after their uid. */
export const factors: Aggregate<Factors, FactorEvent> = { name: 'factors', initial, evolve };

/** By what somebody can prove themselves further. Recovery codes are there only beside factors. */
export type Method = 'totp' | 'passkey' | 'recovery-code';

export function methodsOf({ factors, recoveryCodes }: Factors): Method[] {
  const kinds = new Set<Method>(factors.map(({ kind }) => kind));
  if (recoveryCodes.some((digest) => digest !== undefined)) kinds.add('recovery-code');
  return (['passkey', 'totp', 'recovery-code'] as const).filter((one) => kinds.has(one));
}
