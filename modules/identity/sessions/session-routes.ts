import { z } from 'zod';
import { isOfOneStream, NotFound } from '../../kernel/errors.ts';
import { type Answer, type Route, route } from '../../kernel/route.ts';
import { emailParams, problem } from '../../kernel/wire/wire.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { ownerOf } from '../accounts/owner-of.ts';
import { sessionList } from '../contract.ts';
import { setSessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';
import type { SigningOut } from './signing-out.ts';

const gone = () => new NotFound('You are not signed in there any more.');

/** Where one is signed in, oneself or anybody for admins, and how it ends. */
export function sessionRoutes(deps: {
  accounts: Pick<Accounts, 'findByEmail'>;
  /** Who has an email by the list of people; left out where there is none. */
  listedUid?: (email: string) => Promise<string | undefined>;
  sessions: Sessions;
  signingOut: SigningOut;
  secureCookies: boolean;
}): Route[] {
  const { sessions, signingOut, secureCookies: secure } = deps;
  const signedOut = { 'Set-Cookie': setSessionCookie('', { maxAge: 0, secure }) };

  async function listed(uid: string, current?: string): Promise<Answer> {
    const { documents, asOf } = await sessions.listOf(uid);
    const shown = documents.map(({ sid, startedAt, browser, by }) => ({
      _id: sid,
      startedAt,
      browser,
      by,
      isThisOne: sid === current,
    }));
    return { status: 200, body: { sessions: shown }, asOf };
  }

  async function uidOf(email: string): Promise<string> {
    const owner = await ownerOf(deps, email, isOfOneStream);
    if (!owner) throw new NotFound('No user has that email.');
    return owner.uid;
  }

  return [
    route({
      method: 'get',
      path: '/me/sessions',
      access: 'user',
      summary: 'Where the caller is signed in, the latest first',
      saysAsOf: true,
      answers: { 200: { description: 'At most 50', schema: sessionList } },
      handle: ({ caller: { uid, sid } }) => listed(uid, sid),
    }),
    route({
      method: 'delete',
      path: '/me/sessions/{id}',
      access: 'user',
      changes: () => 0,
      summary: 'Signs the caller out in one place',
      params: z.object({ id: z.string() }),
      answers: {
        204: { description: 'Signed out there' },
        404: { description: 'They are not signed in there', schema: problem },
      },
      async handle({ caller: { uid, sid }, params: { id }, command }) {
        const isThisOne = id === sid;
        const because = isThisOne ? 'signed-out' : 'signed-out-elsewhere';
        const ended = await signingOut.endOne(uid, { sid: id, because }, command);
        if (!ended) throw gone();
        return { status: 204, position: ended.position, ...(isThisOne && { headers: signedOut }) };
      },
    }),
    route({
      method: 'delete',
      path: '/me/sessions',
      access: 'user',
      changes: () => 0,
      summary: 'Signs the caller out everywhere, here too unless they keep this one',
      query: z.object({ keep: z.enum(['this']).optional() }),
      answers: { 204: { description: 'Signed out' } },
      async handle({ caller: { uid, sid }, query: { keep }, command }) {
        const except = keep === 'this' ? sid : undefined;
        const { position } = await signingOut.endAll(sid, { uid, except, because: 'signed-out-elsewhere' }, command);
        return { status: 204, position, ...(keep === undefined && { headers: signedOut }) };
      },
    }),
    route({
      method: 'get',
      path: '/user/{email}/sessions',
      access: 'admin',
      summary: 'Where somebody is signed in, the latest first',
      params: emailParams,
      saysAsOf: true,
      answers: {
        200: { description: 'At most 50', schema: sessionList },
        404: { description: 'No user has that email', schema: problem },
      },
      handle: async ({ caller, params }) => listed(await uidOf(params.email), caller.sid),
    }),
    route({
      method: 'delete',
      path: '/user/{email}/sessions',
      access: 'admin',
      confirms: true,
      summary: 'Signs somebody out everywhere',
      params: emailParams,
      answers: {
        204: { description: 'Signed out' },
        404: { description: 'No user has that email', schema: problem },
      },
      async handle({ caller: { sid }, params, command }) {
        const uid = await uidOf(params.email);
        const { position } = await signingOut.endAll(sid, { uid, because: 'by-admin' }, command);
        return { status: 204, position };
      },
    }),
  ];
}
