import { type AccountHolders, tokenMinutes } from '../identity/contract.ts';
import { Conflict, Forbidden, NotFound } from '../kernel/errors.ts';
import { type Caller, type Proven, type Route, route } from '../kernel/route.ts';
import { emailParams, problem } from '../kernel/wire/wire.ts';
import { adminFlag, promoted, registerBody, registered, updated, updateUserBody, user } from './contract.ts';
import type { Directory } from './directory.ts';
import type { RefusedPromotions } from './refused-promotions.ts';
import type { UserUseCases } from './use-cases.ts';

/** Makes the token that the API takes, for somebody who proved who they are. */
export type IssueAccessToken = (proven: Proven) => Promise<string>;

export function userRoutes(options: {
  directory: Directory;
  useCases: UserUseCases;
  refusals: RefusedPromotions;
  issueAccessToken: IssueAccessToken;
  addresses: Pick<AccountHolders, 'isTheirs'>;
}): Route[] {
  const { directory, useCases, refusals, issueAccessToken, addresses } = options;
  /** Oneself, or anybody for admins; others are told why not. */
  const lookUp = (caller: Caller, email: string, refusal: string) => {
    if (email === caller.email) return directory.find(caller.uid);
    if (caller.role !== 'admin') throw new Forbidden(refusal);
    return directory.findByEmail(email);
  };
  return [
    route({
      method: 'put',
      path: '/user/{email}',
      access: 'identity',
      summary: 'Registers whom an ID token names, at the first call, and gives the access token',
      params: emailParams,
      body: registerBody,
      answers: {
        200: { description: `The access token, good for ${tokenMinutes} minutes`, schema: registered },
        403: { description: 'The email is not that of the ID token', schema: problem },
      },
      handle: async ({ identity, params, body, command }) => {
        const email = identity.email.toLowerCase();
        if (params.email !== email || body.email !== email) throw new Forbidden('That is not your email.');
        const { position } = await useCases.register({ uid: identity.uid, name: identity.name, email }, command);
        const token = await issueAccessToken(identity);
        // What holds a token must not be kept on the way (RFC 6749, 5.1).
        return { status: 200, body: { token }, headers: { 'Cache-Control': 'no-store' }, position };
      },
    }),
    route({
      method: 'get',
      path: '/user/{email}',
      access: 'user',
      summary: 'One user with their profile: oneself, or anybody for admins',
      params: emailParams,
      saysAsOf: true,
      answers: {
        200: { description: 'The user', schema: user },
        403: { description: 'Somebody else, and the caller is no admin', schema: problem },
        404: { description: 'No user has that email', schema: problem },
      },
      handle: async ({ caller, params }) => {
        const { found, asOf } = await lookUp(caller, params.email, 'You may only see your own profile.');
        if (!found) throw new NotFound('No user has that email.');
        return { status: 200, body: found, asOf };
      },
    }),
    route({
      method: 'put',
      path: '/user/admin/{email}',
      access: 'admin',
      summary: 'Makes a user an admin',
      params: emailParams,
      answers: {
        200: { description: 'modifiedCount is 0 for who was an admin already', schema: promoted },
        404: { description: 'No user has that email', schema: problem },
        409: { description: 'They have not proved yet that the email is theirs', schema: problem },
      },
      refused: async ({ params, caller, command }) => {
        const { found } = await directory.findByEmail(params.email);
        await refusals.note(caller.uid, found?._id, command);
      },
      handle: async ({ params, command }) => {
        const { changed, position } = await useCases.promote(
          params.email,
          command,
          async ({ _id: uid, email, role }) => {
            // An account can be opened with anybody's address: its rights would be a stranger's.
            if (role !== 'admin' && !(await addresses.isTheirs({ uid, email }))) {
              throw new Conflict(
                'They have not confirmed their email yet. Ask them to use the link that we mailed to it.',
              );
            }
          },
        );
        return { status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: changed }, position };
      },
    }),
    route({
      method: 'delete',
      path: '/user/admin/{email}',
      access: 'admin',
      confirms: true,
      summary: "Takes an admin's rights away",
      params: emailParams,
      answers: {
        200: { description: 'modifiedCount is 0 for who was no admin', schema: promoted },
        404: { description: 'No user has that email', schema: problem },
        409: { description: 'The last admin', schema: problem },
      },
      handle: async ({ params, command }) => {
        const { changed, position } = await useCases.demote(params.email, command);
        return { status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: changed }, position };
      },
    }),
    route({
      method: 'get',
      path: '/admin/{email}',
      access: 'user',
      summary: 'Whether somebody is an admin: oneself, or anybody when an admin asks',
      params: emailParams,
      saysAsOf: true,
      answers: {
        200: { description: 'False too for an email that nobody has', schema: adminFlag },
        403: { description: 'Somebody else, and the caller is no admin', schema: problem },
      },
      handle: async ({ caller, params }) => {
        // Oneself too: what the caller was authenticated as is of another moment.
        const { found, asOf } = await lookUp(caller, params.email, 'You may only ask about yourself.');
        return { status: 200, body: { admin: found?.role === 'admin' }, asOf };
      },
    }),
    route({
      method: 'post',
      path: '/updateuser',
      access: 'user',
      summary: "Updates the caller's own profile",
      body: updateUserBody,
      answers: {
        200: { description: 'modifiedCount is 0 when nothing was new', schema: updated },
        403: { description: "Somebody else's email", schema: problem },
        429: { description: 'One has said as much of oneself as one may in a day' },
      },
      handle: async ({ caller, body: { email, education, location, phone, social }, command }) => {
        if (email !== caller.email) throw new Forbidden('You may only change your own profile.');
        const said = { uid: caller.uid, email, education, location, phone, social };
        const { changed, position } = await useCases.updateProfile(said, command);
        return { status: 200, body: { acknowledged: true, modifiedCount: changed }, position };
      },
    }),
  ];
}
