import { viewOf } from '../../kernel/documents/view.ts';
import { NotFound } from '../../kernel/errors.ts';
import type { Mailing } from '../../kernel/mails.ts';
import type { ReadModels } from '../../kernel/read-models.ts';
import { type Route, route } from '../../kernel/route.ts';
import { problem } from '../../kernel/wire/wire.ts';
import {
  changeEmailBody,
  changePasswordBody,
  linkBody,
  ownAccount,
  recoverBody,
  resetPasswordBody,
  usedLink,
} from '../contract.ts';
import { type AccountDocument, accounts } from '../read-models/accounts.ts';
import type { SessionRenewing } from '../sessions/session-renewing.ts';
import type { AccountChanges } from './account-changes.ts';

const notSetUp = 'The shop has not set up mail';
const badLink = 'The link was used before, is over, or is none';

/** How people get into their account again, and what they change about getting in. */
export function accountRoutes(deps: {
  changes: AccountChanges;
  renewing: Pick<SessionRenewing, 'sessionIn'>;
  readModels: ReadModels;
  mailing: Mailing;
}): Route[] {
  const { changes, renewing, mailing } = deps;
  const view = viewOf<AccountDocument>(deps.readModels, accounts);
  return [
    route({
      method: 'get',
      path: '/me/account',
      access: 'user',
      summary: 'Whether one has a password, and whether one’s email is proved',
      saysAsOf: true,
      answers: { 200: { description: 'What there is to know before one changes it', schema: ownAccount } },
      handle: async ({ caller }) => {
        const { document, asOf } = await view.find(caller.uid);
        if (!document) throw new NotFound('Your account is closed.');
        const { hasPassword, isProved } = document;
        return { status: 200, body: { hasPassword, isProved, mustProve: mailing.isSent && !isProved }, asOf };
      },
    }),
    route({
      method: 'post',
      path: '/identity/recover',
      access: 'anyone',
      summary: 'Mails a link with which a forgotten password is replaced, if anybody has that email',
      body: recoverBody,
      costsPassword: 'sends-mail',
      answers: {
        202: { description: 'The same whether or not anybody has it' },
        409: { description: notSetUp, schema: problem },
      },
      handle: async ({ body, command }) => {
        const { position } = await changes.askForRecovery(body.email, command);
        return { status: 202, position };
      },
    }),
    route({
      method: 'post',
      path: '/identity/reset-password',
      access: 'anyone',
      summary: 'Sets a password with a mailed link; one is signed out everywhere',
      body: resetPasswordBody,
      secretFields: ['link', 'password'],
      costsPassword: 'each-time',
      answers: { 204: { description: 'Log in with it' }, 409: { description: badLink, schema: problem } },
      handle: async ({ body, command, signal }) => {
        const { position } = await changes.resetPassword(body, command, signal);
        return { status: 204, position };
      },
    }),
    route({
      method: 'post',
      path: '/identity/password',
      access: 'user',
      summary: 'Changes one’s password, or sets the first one; one is signed out everywhere else',
      body: changePasswordBody,
      secretFields: ['password', 'newPassword'],
      costsPassword: true,
      answers: {
        204: { description: 'It is changed' },
        403: { description: 'That is not one’s password', schema: problem },
        409: { description: 'It was changed meanwhile', schema: problem },
      },
      handle: async ({ caller, body, command, signal }) => {
        const { position } = await changes.changePassword(caller, body, command, signal);
        return { status: 204, position };
      },
    }),
    route({
      method: 'post',
      path: '/identity/prove-email',
      access: 'user',
      summary: 'Mails oneself a link that proves one’s email',
      costsPassword: 'sends-mail',
      answers: {
        202: { description: 'It is on its way, unless the email is proved' },
        409: { description: notSetUp, schema: problem },
      },
      handle: async ({ caller, command }) => {
        const { position } = await changes.askForProof(caller, command);
        return { status: 202, position: position || undefined };
      },
    }),
    route({
      method: 'post',
      path: '/identity/email',
      access: 'user',
      summary: 'Mails a link to another address, which becomes one’s email when it is used',
      body: changeEmailBody,
      confirms: true,
      costsPassword: 'sends-mail',
      answers: {
        202: { description: 'It is on its way' },
        409: { description: `The email is taken, or ${notSetUp.toLowerCase()}`, schema: problem },
      },
      handle: async ({ caller, body, command }) => {
        const { position } = await changes.askForEmail(caller, body.email, command);
        return { status: 202, position };
      },
    }),
    route({
      method: 'post',
      path: '/identity/link',
      access: 'anyone',
      byCookie: true,
      summary: 'Uses a mailed link that proves an email, or changes it, in a browser that is signed in to the account',
      body: linkBody,
      secretFields: ['link'],
      costsPassword: 'each-time',
      answers: {
        200: { description: 'What it was for', schema: usedLink },
        409: {
          description: `${badLink}; or it is another account’s than the browser’s, or somebody has the email by now`,
          schema: problem,
        },
      },
      handle: async ({ body, cookies, command }) => {
        const session = await renewing.sessionIn(cookies, command);
        const { position, ...used } = await changes.confirmEmail(body.link, session?.uid, command);
        return { status: 200, body: used, position: position || undefined };
      },
    }),
  ];
}
