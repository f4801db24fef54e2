import { z } from 'zod';
import type { View } from '../../kernel/documents/view.ts';
import { Conflict, NotFound, Unavailable } from '../../kernel/errors.ts';
import { type Caller, type Route, route } from '../../kernel/route.ts';
import { problem } from '../../kernel/wire/wire.ts';
import { latest } from '../accounts/account-changes.ts';
import type { Accounts, OpenAccount } from '../accounts/accounts.ts';
import { linkLoginAnswer, linkLoginBody, type MyLogins, myLogins } from '../contract.ts';
import type { AccountDocument } from '../read-models/accounts.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Attempts } from './attempts.ts';
import { NotVouched } from './issuer.ts';
import type { Logins } from './logins.ts';

/**
 * One's own ways to sign in. Linking begins with a call that takes a token and no cookie: without this, a page elsewhere could
 * send somebody's browser through the issuer, signed in there as somebody else, and have that linked.
 */
export function loginRoutes(deps: {
  attempts: Attempts | undefined;
  isReal: boolean;
  accounts: Accounts;
  /** What people are shown of their own account. */
  shown: Pick<View<AccountDocument>, 'get'>;
  logins: Logins;
  sessions: Pick<Sessions, 'endAllOf'>;
}): Route[] {
  const { attempts, isReal, accounts, shown, logins, sessions } = deps;
  const canLink = attempts !== undefined && isReal;

  async function own({ uid, email }: Pick<Caller, 'uid' | 'email'>): Promise<OpenAccount> {
    const found = await accounts.findByEmail(email);
    if (found?.uid !== uid) throw new NotFound('Your account has just moved. Please try again.');
    return found;
  }

  return [
    route({
      method: 'get',
      path: '/me/logins',
      access: 'user',
      summary: 'The ways to sign in to one’s account through Google',
      answers: { 200: { description: 'Which there are, and whether there is a password', schema: myLogins } },
      async handle({ caller }) {
        const { logins: ids, passwordHash } = await own(caller);
        const { linkedAt = {} } = (await shown.get(caller.uid)) ?? {};
        const body: MyLogins = {
          logins: ids.map((id) => ({ id, linkedAt: linkedAt[id] })),
          hasPassword: passwordHash !== undefined,
          canLink,
        };
        return { status: 200, body };
      },
    }),
    route({
      method: 'post',
      path: '/me/logins',
      access: 'user',
      summary: 'Begins to link Google to one’s account: the browser has to go to the address that is answered',
      confirms: true,
      body: linkLoginBody,
      answers: {
        200: { description: 'Where to go', schema: linkLoginAnswer },
        409: { description: 'There is nothing to link', schema: problem },
      },
      async handle({ caller, body: { returnTo }, headers }) {
        if (!attempts || !canLink) throw new Conflict('This shop has not set up Google.');
        const { uid, accountId } = await own(caller);
        try {
          const begun = await attempts.begin({ kind: 'link', uid, accountId }, returnTo, headers);
          return { status: 200, body: { address: begun.address }, headers: { 'Set-Cookie': begun.cookie } };
        } catch (reason) {
          if (reason instanceof NotVouched) throw new Unavailable('Google cannot be reached. Please try again later.');
          throw reason;
        }
      },
    }),
    route({
      method: 'delete',
      path: '/me/logins/{id}',
      access: 'user',
      changes: () => 0,
      summary: 'Unlinks Google from one’s account; one is signed out everywhere else',
      confirms: true,
      params: z.object({ id: z.string() }),
      answers: {
        204: { description: 'One cannot sign in with it any more' },
        409: { description: 'The only way to sign in', schema: problem },
      },
      async handle({ caller, params: { id }, command }) {
        const { uid, sid } = caller;
        const { events, position, recordedAt } = await logins.unlink(id, await own(caller), command);
        // It was none any more: nothing was taken away.
        if (events.length === 0) return { status: 204, position: position || undefined };
        // Without this, whoever had linked theirs to somebody else's account would stay signed in by it for as long as a session lasts.
        const ending = { because: 'signed-out-elsewhere', except: sid, before: recordedAt } as const;
        return { status: 204, ...latest(position, await sessions.endAllOf(uid, ending, command)) };
      },
    }),
  ];
}
