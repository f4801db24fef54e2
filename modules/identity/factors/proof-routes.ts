import { type Route, route } from '../../kernel/route.ts';
import { proofMinutes } from '../../kernel/time/fresh-proof.ts';
import { problem } from '../../kernel/wire/wire.ts';
import { signedIn } from '../contract.ts';
import { knownBrowserCookie } from '../signing-in/known-browsers.ts';
import { unkept, type Welcome } from '../signing-in/welcome.ts';
import type { Confirmations } from './confirmations.ts';
import { confirmBody, passkeyOptions, secondFactorBody, secondFactorOptions } from './contract.ts';
import { type PendingSignIns, pendingCookie } from './pending-sign-ins.ts';
import type { TwoStepSignIn } from './two-step-sign-in.ts';

/** The calls by which somebody proves more than they have proved yet: a second factor, or again who they are. */
export function proofRoutes(deps: {
  twoSteps: TwoStepSignIn;
  pending: PendingSignIns;
  confirmations: Confirmations;
  welcome: Welcome;
}): Route[] {
  const { twoSteps, pending, confirmations, welcome } = deps;
  return [
    route({
      method: 'post',
      path: '/identity/second-factor/options',
      access: 'anyone',
      byCookie: true,
      summary: 'By what a sign-in can be finished, and what a browser needs to ask for a passkey',
      answers: {
        200: { description: 'The sign-in waits for one of these', schema: secondFactorOptions },
        401: { description: 'No sign-in waits', schema: problem },
      },
      handle: async ({ cookies }) => ({
        status: 200,
        body: await twoSteps.options(cookies[pendingCookie]),
        headers: unkept,
      }),
    }),
    route({
      method: 'post',
      path: '/identity/second-factor',
      access: 'anyone',
      byCookie: true,
      costsPassword: true,
      summary: 'Finishes a sign-in with a second factor',
      body: secondFactorBody,
      answers: {
        200: { description: 'Signed in; sets the session cookie', schema: signedIn },
        401: {
          description: 'That is wrong (type /problems/second-factor), or no sign-in waits any more',
          schema: problem,
        },
      },
      async handle({ body, cookies, headers, command }) {
        const sent = { signIn: cookies[pendingCookie], browser: cookies[knownBrowserCookie] };
        const { holder, by } = await twoSteps.finish(sent, body, command);
        return welcome.letIn(200, { ...holder, by, hasShownSecond: true }, headers, command, [pending.over]);
      },
    }),
    route({
      method: 'post',
      path: '/identity/confirm/options',
      access: 'user',
      summary: 'What a browser needs to ask for one of the caller’s passkeys',
      answers: { 200: { description: 'For navigator.credentials.get()', schema: passkeyOptions } },
      handle: async ({ caller }) => ({
        status: 200,
        body: await confirmations.passkeyOptions(caller),
        headers: unkept,
      }),
    }),
    route({
      method: 'post',
      path: '/identity/confirm',
      access: 'user',
      costsPassword: true,
      summary: `Proves anew who the caller is, which counts for ${proofMinutes} minutes`,
      body: confirmBody,
      secretFields: ['password'],
      answers: {
        204: { description: 'Proved' },
        403: { description: 'That is wrong, or the caller has a second factor to confirm with', schema: problem },
      },
      async handle({ caller, body, command, signal }) {
        const { position } = await confirmations.confirm(caller, body, command, signal);
        return { status: 204, position };
      },
    }),
  ];
}
