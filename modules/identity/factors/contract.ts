import { z } from 'zod';
import { text } from '../../kernel/wire/wire.ts';
import { shownPassword } from '../contract.ts';

/** A code of an authenticator app, as people type it: `123 456`. */
const code = z
  .string('Type the 6 digits that the app shows')
  .max(20, 'Type the 6 digits that the app shows')
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Type the 6 digits that the app shows'));

const recoveryCode = z.string('Type a recovery code').trim().min(1, 'Type a recovery code').max(100);

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]*$/);

/** What WebAuthn's two answers share, as `@simplewebauthn/browser` writes them. */
const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
};

const newPasskey = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(5_000),
      attestationObject: base64url(20_000),
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  })
  .meta({ id: 'NewPasskey' });
export type NewPasskey = z.infer<typeof newPasskey>;

const shownPasskey = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(5_000),
      authenticatorData: base64url(5_000),
      signature: base64url(5_000),
      userHandle: base64url(200).optional(),
    }),
  })
  .meta({ id: 'ShownPasskey' });
export type ShownPasskey = z.infer<typeof shownPasskey>;

/** Says exactly one of several things. */
const one = (fields: object) => Object.values(fields).filter((value) => value !== undefined).length === 1;

export const secondFactorBody = z
  .object({ code: code.optional(), recoveryCode: recoveryCode.optional(), passkey: shownPasskey.optional() })
  .refine(one, { error: 'Send a code, a recovery code or a passkey', path: ['code'] })
  .meta({ id: 'SecondFactor' });
export type ShownFactor = z.infer<typeof secondFactorBody>;

export const confirmBody = z
  .object({
    password: shownPassword.optional(),
    code: code.optional(),
    recoveryCode: recoveryCode.optional(),
    passkey: shownPasskey.optional(),
  })
  .refine(one, { error: 'Send a password, a code, a recovery code or a passkey', path: ['password'] })
  .meta({ id: 'Confirm' });
export type Confirm = z.infer<typeof confirmBody>;

export const confirmTotpBody = z.object({ offer: z.string('Required').max(200), code }).meta({ id: 'ConfirmTotp' });
export type ConfirmTotp = z.infer<typeof confirmTotpBody>;

export const addPasskeyBody = z
  .object({ name: text(60, 'Give it a name, such as the device that it is on'), passkey: newPasskey })
  .meta({ id: 'AddPasskey' });
export type AddPasskeyBody = z.infer<typeof addPasskeyBody>;

/** What a browser's WebAuthn is asked with, as `@simplewebauthn/browser` takes it. */
export const passkeyOptions = z.record(z.string(), z.unknown()).meta({ id: 'PasskeyOptions' });
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

export const secondFactorOptions = z
  .object({ methods: z.array(z.enum(['passkey', 'totp', 'recovery-code'])), passkey: passkeyOptions.optional() })
  .meta({ id: 'SecondFactorOptions' });
export type SecondFactorOptions = z.infer<typeof secondFactorOptions>;

export const totpOffer = z
  .object({
    offer: z.string().describe('To be sent with the first code'),
    secret: z.string().describe('In base32, for who types it'),
    uri: z.string().describe('The key URI that the QR code shows'),
    qrCode: z.string().describe('SVG'),
  })
  .meta({ id: 'TotpOffer' });
export type TotpOffer = z.infer<typeof totpOffer>;

const codes = z.array(z.string()).describe('Shown this once; each is good once');

export const factorAdded = z
  .object({
    acknowledged: z.literal(true),
    insertedId: z.string(),
    recoveryCodes: codes.optional().describe('With the first factor'),
  })
  .meta({ id: 'FactorAdded' });
export type FactorAdded = z.infer<typeof factorAdded>;

export const newRecoveryCodes = z.object({ recoveryCodes: codes }).meta({ id: 'RecoveryCodes' });
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodes>;

/** By what somebody can prove anew who they are. */
const proofMethod = z.enum(['password', 'google', 'passkey', 'totp', 'recovery-code']);
export type ProofMethod = z.infer<typeof proofMethod>;

export const ownFactors = z
  .object({
    factors: z.array(
      z.object({ _id: z.string(), kind: z.enum(['totp', 'passkey']), name: z.string(), at: z.string() }),
    ),
    recoveryCodesLeft: z.int(),
    confirmBy: z.array(proofMethod).describe('By what the caller confirms who they are, the best first'),
  })
  .meta({ id: 'OwnFactors' });
export type OwnFactors = z.infer<typeof ownFactors>;
