import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../../../backend/testing/given.ts';
import { fold } from '../../../kernel/aggregate.ts';
import { TooMany, Unauthorized } from '../../../kernel/errors.ts';
import {
  factorRefused,
  factorRemoved,
  factorsEnded,
  passkeyAdded,
  passkeyUsed,
  recoveryCodesMade,
  recoveryCodeUsed,
  totpAdded,
  totpUsed,
} from '../../testing/factor-examples.ts';
import { type Factors, factors } from '../factors.ts';
import { codeAt } from '../totp.ts';
import { type Shown, useFactor } from './use-factor.ts';

const at = '2026-01-02T03:04:05.000Z';
const later = (seconds: number) => new Date(Date.parse(at) + seconds * 1_000).toISOString();
const codeOf = (time: string) => ({ kind: 'totp', code: codeAt(totpAdded().data.secret, time) }) as const;
const use =
  (shown: Shown, but: { at?: string; proof?: string; isOnce?: true; knownAs?: string } = {}) =>
  (state: Factors) =>
    useFactor({ type: 'UseFactor', uid: 'u1', proof: 'p1', at, shown, ...but }, state);

describe('a code of an authenticator app', () => {
  it('proves who somebody is', () =>
    given(factors, totpAdded())
      .when(use(codeOf(at)))
      .then(totpUsed()));

  it('may be of the half minute before or after, and of no other', () => {
    for (const seconds of [-30, 30]) {
      const step = (totpUsed().data.step ?? 0) + seconds / 30;
      given(factors, totpAdded())
        .when(use(codeOf(later(seconds))))
        .then(totpUsed({ step }));
    }
    for (const seconds of [-60, 60]) {
      given(factors, totpAdded())
        .when(use(codeOf(later(seconds))))
        .then(factorRefused());
    }
  });

  it('is good once, and so is each before it', () => {
    given(factors, totpAdded(), totpUsed())
      .when(use(codeOf(at)))
      .then(factorRefused());
    given(factors, totpAdded(), totpUsed())
      .when(use(codeOf(later(-30))))
      .then(factorRefused());
    const { step } = totpUsed().data;
    given(factors, totpAdded(), totpUsed())
      .when(use(codeOf(later(30))))
      .then(totpUsed({ step: step + 1 }));
  });

  it('is good no more when the factors are over', () =>
    given(factors, totpAdded(), factorsEnded())
      .when(use(codeOf(at)))
      .then(factorRefused()));
});

describe('a recovery code', () => {
  const first = { kind: 'recovery-code', digest: 'd0' } as const;

  it('is good for nothing once the last factor beside it is gone', () => {
    for (const gone of [factorRemoved(), factorsEnded()]) {
      given(factors, totpAdded(), recoveryCodesMade(), gone).when(use(first)).then(factorRefused());
    }
    given(factors, totpAdded(), passkeyAdded(), recoveryCodesMade(), factorRemoved())
      .when(use(first))
      .then(recoveryCodeUsed());
  });

  it('is good once', () => {
    given(factors, totpAdded(), recoveryCodesMade()).when(use(first)).then(recoveryCodeUsed());
    given(factors, totpAdded(), recoveryCodesMade(), recoveryCodeUsed()).when(use(first)).then(factorRefused());
  });

  it('is good no more once new ones are made', () =>
    given(factors, totpAdded(), recoveryCodesMade(), recoveryCodesMade({ digests: ['d2', 'd3'] }))
      .when(use(first))
      .then(factorRefused()));
});

describe('a first proof', () => {
  const finished = { proof: 'p1', at };
  const byCode = { kind: 'recovery-code', digest: 'd1' } as const;
  const past = [totpAdded(), passkeyAdded(), recoveryCodesMade()];

  it('is good for one sign-in, by whatever it is finished and by whatever another comes', () => {
    for (const used of [totpUsed({ finished }), passkeyUsed({ finished }), recoveryCodeUsed({ finished })]) {
      given(factors, ...past, used)
        .when(use(byCode, { isOnce: true }))
        .thenThrows(Unauthorized, /over/);
      given(factors, ...past, used)
        .when(use(byCode, { isOnce: true, proof: 'p2', at: later(30) }))
        .then(recoveryCodeUsed({ place: 1, finished: { proof: 'p2', at: later(30) } }));
    }
  });

  it('that is a session is good for as many as one likes', () =>
    given(factors, ...past, recoveryCodeUsed())
      .when(use(byCode))
      .then(recoveryCodeUsed({ place: 1 })));

  it('is forgotten once it would be good no more', () => {
    const atEach = (minute: number) => recoveryCodeUsed({ finished: { proof: `p${minute}`, at: later(minute * 60) } });
    const { finished } = fold(factors, [totpAdded(), ...Array.from({ length: 100 }, (_, minute) => atEach(minute))]);
    expect(finished.map(({ proof }) => proof)).toEqual(['p95', 'p96', 'p97', 'p98', 'p99']);
  });
});

describe('a passkey', () => {
  const { challenge, until, counter } = passkeyUsed().data;
  const shown: Shown = { kind: 'passkey', credentialId: 'Y3JlZGVudGlhbA', counter, challenge, until };

  it('proves who somebody is, once with what it has signed', () => {
    given(factors, passkeyAdded()).when(use(shown)).then(passkeyUsed());
    given(factors, passkeyAdded(), passkeyUsed())
      .when(use({ ...shown, counter: 3 }))
      .then(factorRefused());
  });

  it('is a copy when its counter does not go up, unless it counts nothing', () => {
    given(factors, passkeyAdded({ counter: 2 }))
      .when(use(shown))
      .then(factorRefused());
    given(factors, passkeyAdded({ counter: 0 }))
      .when(use({ ...shown, counter: 0 }))
      .then(passkeyUsed({ counter: 0 }));
  });

  it('signs nothing that was signed by another before', () =>
    given(factors, passkeyAdded(), passkeyAdded({ factorId: 'f3', credentialId: 'other', challenge }))
      .when(use(shown))
      .then(factorRefused()));
});

describe('wrong codes', () => {
  const wrong = { kind: 'totp', code: '000000' } as const;
  const times = (n: number, proof = 'p1') => Array.from({ length: n }, () => factorRefused({ proof }));

  it('are written down, so that every node counts them', () =>
    given(factors, totpAdded()).when(use(wrong)).then(factorRefused()));

  it('are borne 5 times beside one first proof', () => {
    given(factors, totpAdded(), ...times(4))
      .when(use(codeOf(at)))
      .then(totpUsed());
    given(factors, totpAdded(), ...times(5))
      .when(use(codeOf(at)))
      .thenThrows(TooMany);
    given(factors, totpAdded(), ...times(5))
      .when(use(codeOf(at), { proof: 'p2' }))
      .then(totpUsed());
  });

  it('end a sign-in for whatever is shown then, and in a session keep only codes of an app waiting', () => {
    const { challenge, until, counter } = passkeyUsed().data;
    const past = [
      totpAdded(),
      passkeyAdded({ factorId: passkeyUsed().data.factorId }),
      recoveryCodesMade(),
      ...times(5),
    ];
    const recoveryCode = { kind: 'recovery-code', digest: 'd0' } as const;
    const passkey = { kind: 'passkey', credentialId: 'Y3JlZGVudGlhbA', counter, challenge, until } as const;
    for (const shown of [codeOf(at), recoveryCode, passkey]) {
      given(factors, ...past)
        .when(use(shown, { isOnce: true }))
        .thenThrows(TooMany);
    }
    given(factors, ...past)
      .when(use(codeOf(at)))
      .thenThrows(TooMany);
    given(factors, ...past)
      .when(use(recoveryCode))
      .then(recoveryCodeUsed());
    given(factors, ...past)
      .when(use(passkey))
      .then(passkeyUsed());
  });

  it('are borne 10 times an hour by a person, however often somebody signs in', () => {
    const past = [totpAdded(), ...times(5, 'p1'), ...times(5, 'p2')];
    given(factors, ...past)
      .when(use(wrong, { proof: 'p3' }))
      .thenThrows(TooMany);
    const hour = later(60 * 60);
    given(factors, ...past)
      .when(use(wrong, { proof: 'p3', at: hour }))
      .then(factorRefused({ proof: 'p3', at: hour }));
  });

  it('are counted apart of who is known by a session or a browser, whom others do not lock out', () => {
    const byOthers = [...times(5, 'p1'), ...times(5, 'p2')];
    for (const knownAs of ['session', 'browser b1']) {
      given(factors, totpAdded(), ...byOthers)
        .when(use(codeOf(at), { proof: 'p3', knownAs }))
        .then(totpUsed());
      given(factors, totpAdded(), ...byOthers)
        .when(use(wrong, { proof: 'p3', knownAs }))
        .then(factorRefused({ proof: 'p3', knownAs }));
    }
  });

  it('of who is known are no more than those of others, and lock nobody else out', () => {
    const known = [...times(5, 'p1'), ...times(5, 'p2')].map(({ data }) =>
      factorRefused({ ...data, knownAs: 'browser b1' }),
    );
    given(factors, totpAdded(), ...known)
      .when(use(codeOf(at), { proof: 'p3', knownAs: 'browser b1' }))
      .thenThrows(TooMany);
    for (const knownAs of [undefined, 'session', 'browser b2']) {
      given(factors, totpAdded(), ...known)
        .when(use(codeOf(at), { proof: 'p3', ...(knownAs !== undefined && { knownAs }) }))
        .then(totpUsed());
    }
  });

  it('do not keep a recovery code out, which nobody guesses; wrong ones are written down no further', () => {
    const past = [totpAdded(), recoveryCodesMade(), ...times(5, 'p2'), ...times(5, 'p3')];
    given(factors, ...past)
      .when(use({ kind: 'recovery-code', digest: 'd0' }))
      .then(recoveryCodeUsed());
    given(factors, ...past)
      .when(use({ kind: 'recovery-code', digest: 'none of them' }))
      .thenNothing();
  });

  it('do not keep a passkey out, which nobody guesses', () => {
    const { challenge, until, counter } = passkeyUsed().data;
    given(factors, passkeyAdded(), ...times(5, 'p2'), ...times(5, 'p3'))
      .when(use({ kind: 'passkey', credentialId: 'Y3JlZGVudGlhbA', counter, challenge, until }))
      .then(passkeyUsed());
  });
});

describe('whatever is shown, in whatever order', () => {
  const signed = fc.record({ counter: fc.integer({ min: 0, max: 4 }), challenge: fc.constantFrom('a', 'b', 'c') });
  const any: fc.Arbitrary<Shown> = fc.oneof(
    fc.integer({ min: -4, max: 4 }).map((step) => codeOf(later(step * 30))),
    fc.constantFrom('d0', 'd1', 'd2').map((digest) => ({ kind: 'recovery-code', digest }) as const),
    signed.map((one) => ({ kind: 'passkey', credentialId: 'Y3JlZGVudGlhbA', until: later(300), ...one }) as const),
  );

  it('proves something once', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (shown) => {
        let state = [totpAdded(), passkeyAdded({ counter: 0 }), recoveryCodesMade()].reduce(
          factors.evolve,
          factors.initial,
        );
        const good: string[] = [];
        for (const [index, one] of shown.entries()) {
          // Each an hour after the wrong ones before, and all at the same time to the codes.
          const [event] = use(one, { proof: `p${index}` })({ ...state, refused: [] });
          if (event) state = factors.evolve(state, event);
          if (event?.type === 'TotpUsed') good.push(`step ${event.data.step}`);
          if (event?.type === 'RecoveryCodeUsed') good.push(`place ${event.data.place}`);
          if (event?.type === 'PasskeyUsed') good.push(`challenge ${event.data.challenge}`);
        }
        expect(new Set(good).size).toBe(good.length);
      }),
    );
  });
});
