import type { CommandContext } from '../../kernel/commands.ts';
import { type Answer, type Caller, type Route, route } from '../../kernel/route.ts';
import { idParams, problem } from '../../kernel/wire/wire.ts';
import { latest } from '../accounts/account-changes.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Confirmations } from './confirmations.ts';
import {
  addPasskeyBody,
  confirmTotpBody,
  factorAdded,
  newRecoveryCodes,
  ownFactors,
  passkeyOptions,
  totpOffer,
} from './contract.ts';
import type { Factor } from './factors.ts';
import type { Passkeys } from './passkeys.ts';
import type { AddedFactor, SecondFactors } from './second-factors.ts';

/** What holds a secret must not be kept on the way. */
const unkept = { 'Cache-Control': 'no-store' };

/** The calls by which somebody manages their second factors. */
export function factorRoutes(deps: {
  factors: SecondFactors;
  passkeys: Passkeys;
  confirmations: Confirmations;
  sessions: Pick<Sessions, 'endAllOf'>;
}): Route[] {
  const { factors, passkeys, confirmations, sessions } = deps;

  /**
   * With the first factor the other sessions end, all of which began without one. Without this, whoever has the password alone, and has lately
   * proved it, would take the factor away again, or add one of their own.
   */
  async function addedAnswer({ uid, sid }: Caller, added: AddedFactor, command: CommandContext): Promise<Answer> {
    const { factorId, codes, recordedAt } = added;
    const body = { acknowledged: true, insertedId: factorId, ...(codes && { recoveryCodes: codes }) };
    const ending = { because: 'signed-out-elsewhere', except: sid, before: recordedAt } as const;
    const { position } = codes ? latest(added.position, await sessions.endAllOf(uid, ending, command)) : added;
    return { status: 201, body, headers: unkept, position };
  }

  return [
    route({
      method: 'get',
      path: '/me/factors',
      access: 'user',
      summary: 'The caller’s second factors, and by what they confirm who they are',
      answers: { 200: { description: 'The oldest first', schema: ownFactors } },
      async handle({ caller }) {
        const [state, confirmBy] = await Promise.all([factors.of(caller.uid), confirmations.methodsOf(caller)]);
        const recoveryCodesLeft = state.recoveryCodes.filter((digest) => digest !== undefined).length;
        return { status: 200, body: { factors: state.factors.map(viewOf), recoveryCodesLeft, confirmBy } };
      },
    }),
    route({
      method: 'post',
      path: '/me/factors/totp',
      access: 'user',
      confirms: true,
      summary: 'A secret for an authenticator app, which counts once its first code has come',
      answers: { 200: { description: 'To be shown once', schema: totpOffer } },
      async handle({ caller: { uid, email }, command }) {
        const offer = factors.offerTotp(uid, email, command);
        // Loaded when somebody needs it.
        const { toString: drawQrCode } = await import('qrcode');
        const qrCode = await drawQrCode(offer.uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
        return { status: 200, body: { ...offer, qrCode }, headers: unkept };
      },
    }),
    route({
      method: 'post',
      path: '/me/factors/totp/confirm',
      access: 'user',
      confirms: true,
      summary: 'Adds an authenticator app by its first code; with the first factor one is signed out everywhere else',
      body: confirmTotpBody,
      answers: {
        201: { description: 'Added', schema: factorAdded },
        409: { description: 'There is one already', schema: problem },
      },
      handle: async ({ caller, body: { offer, code }, command }) =>
        addedAnswer(caller, await factors.addTotp(caller, offer, code, command), command),
    }),
    route({
      method: 'post',
      path: '/me/factors/passkey/options',
      access: 'user',
      confirms: true,
      summary: 'What a browser needs to make a passkey',
      answers: { 200: { description: 'For navigator.credentials.create()', schema: passkeyOptions } },
      handle: async ({ caller }) => ({
        status: 200,
        body: await passkeys.toMake(caller, await factors.of(caller.uid)),
        headers: unkept,
      }),
    }),
    route({
      method: 'post',
      path: '/me/factors/passkey',
      access: 'user',
      confirms: true,
      summary: 'Adds a passkey; with the first factor one is signed out everywhere else',
      body: addPasskeyBody,
      answers: {
        201: { description: 'Added', schema: factorAdded },
        403: { description: 'It could not be checked', schema: problem },
        409: { description: 'It was added before, or there are too many', schema: problem },
      },
      async handle({ caller, body: { name, passkey }, command }) {
        const { uid } = caller;
        return addedAnswer(
          caller,
          await factors.addPasskey(caller, name, () => passkeys.made(uid, passkey), command),
          command,
        );
      },
    }),
    route({
      method: 'post',
      path: '/me/factors/recovery-codes',
      access: 'user',
      confirms: true,
      summary: 'New recovery codes in the place of those before',
      answers: {
        201: { description: 'To be shown once', schema: newRecoveryCodes },
        409: { description: 'Nobody needs any without a second factor', schema: problem },
      },
      async handle({ caller: { uid }, command }) {
        const { codes, position } = await factors.makeRecoveryCodes(uid, command);
        return { status: 201, body: { recoveryCodes: codes }, headers: unkept, position };
      },
    }),
    route({
      method: 'delete',
      path: '/me/factors/{id}',
      access: 'user',
      changes: () => 0,
      confirms: true,
      summary: 'Takes one of the caller’s second factors away; with the last one the recovery codes go',
      params: idParams,
      answers: {
        204: { description: 'It is good no more' },
        404: { description: 'The caller has no such factor', schema: problem },
      },
      async handle({ caller: { uid }, params: { id }, command }) {
        const { position } = await factors.remove(uid, id, command);
        return { status: 204, position };
      },
    }),
  ];
}

function viewOf(factor: Factor) {
  const { factorId: _id, kind, at } = factor;
  return { _id, kind, name: factor.kind === 'totp' ? 'Authenticator app' : factor.name, at };
}
