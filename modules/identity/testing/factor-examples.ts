import type {
  FactorRefused,
  FactorRemoved,
  FactorsEnded,
  PasskeyAdded,
  PasskeyUsed,
  RecoveryCodesMade,
  RecoveryCodeUsed,
  TotpAdded,
  TotpUsed,
} from '../factors/events.ts';

/** Events of somebody's second factors as specs need them: the usual case, but for what the sentence is about. */

const at = '2026-01-02T03:04:05.000Z';
/** The step of `at`. */
const step = 58_910_768;

export const totpAdded = (but: Partial<TotpAdded['data']> = {}): TotpAdded => ({
  type: 'TotpAdded',
  data: { uid: 'u1', factorId: 'f1', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', step: step - 100, at, ...but },
});

export const passkeyAdded = (but: Partial<PasskeyAdded['data']> = {}): PasskeyAdded => ({
  type: 'PasskeyAdded',
  data: {
    uid: 'u1',
    factorId: 'f2',
    name: 'Blue key',
    credentialId: 'Y3JlZGVudGlhbA',
    publicKey: 'cHVibGljIGtleQ',
    counter: 1,
    transports: ['usb'],
    challenge: 'c0',
    until: '2026-01-02T03:09:05.000Z',
    at,
    ...but,
  },
});

export const totpUsed = (but: Partial<TotpUsed['data']> = {}): TotpUsed => ({
  type: 'TotpUsed',
  data: { uid: 'u1', factorId: 'f1', step, ...but },
});

export const passkeyUsed = (but: Partial<PasskeyUsed['data']> = {}): PasskeyUsed => ({
  type: 'PasskeyUsed',
  data: { uid: 'u1', factorId: 'f2', counter: 2, challenge: 'c1', until: '2026-01-02T03:09:05.000Z', ...but },
});

export const recoveryCodesMade = (but: Partial<RecoveryCodesMade['data']> = {}): RecoveryCodesMade => ({
  type: 'RecoveryCodesMade',
  data: { uid: 'u1', digests: ['d0', 'd1'], ...but },
});

export const recoveryCodeUsed = (but: Partial<RecoveryCodeUsed['data']> = {}): RecoveryCodeUsed => ({
  type: 'RecoveryCodeUsed',
  data: { uid: 'u1', place: 0, ...but },
});

export const factorRefused = (but: Partial<FactorRefused['data']> = {}): FactorRefused => ({
  type: 'FactorRefused',
  data: { uid: 'u1', proof: 'p1', at, ...but },
});

/** Of somebody in a session of theirs. */
export const factorRefusedInSession = (): FactorRefused => factorRefused({ knownAs: 'session' });

export const factorRemoved = (but: Partial<FactorRemoved['data']> = {}): FactorRemoved => ({
  type: 'FactorRemoved',
  data: { uid: 'u1', factorId: 'f1', ...but },
});

export const factorsEnded = (but: Partial<FactorsEnded['data']> = {}): FactorsEnded => ({
  type: 'FactorsEnded',
  data: { uid: 'u1', because: 'reset-by-operator', ...but },
});
