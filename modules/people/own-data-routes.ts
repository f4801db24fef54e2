import type { AccountHolders } from '../identity/contract.ts';
import { Invalid } from '../kernel/errors.ts';
import type { Holdings } from '../kernel/holdings.ts';
import { type Route, route } from '../kernel/route.ts';
import { problem } from '../kernel/wire.ts';
import type { People } from '../users/contract.ts';
import { deleteMeBody, personalData } from './contract.ts';

type Wiring = {
  readonly holdings: readonly Holdings[];
  readonly accounts: AccountHolders;
  readonly people: People;
  readonly now: () => Date;
};

export function peopleRoutes({ holdings, accounts, people, now }: Wiring): Route[] {
  return [
    route({
      method: 'get',
      path: '/me/export',
      access: 'user',
      confirms: true,
      summary: 'Everything that the shop holds of the caller, as a download',
      answers: { 200: { description: 'By what holds it', schema: personalData } },
      async handle({ caller: { uid, email, name } }) {
        const held = await Promise.all(holdings.map(async ({ name: of, of: held }) => [of, await held(uid)] as const));
        const body = { at: now().toISOString(), account: { uid, email, name }, ...Object.fromEntries(held) };
        const headers = { 'Content-Disposition': 'attachment; filename="inventory-my-data.json"' };
        return { status: 200, json: `${JSON.stringify(body, null, 2)}\n`, headers };
      },
    }),
    route({
      method: 'delete',
      path: '/me',
      access: 'user',
      confirms: true,
      summary: 'Forgets the caller for good: account, sessions, profile, the names in orders and reviews',
      body: deleteMeBody,
      secretFields: ['password'],
      costsPassword: true,
      answers: {
        204: { description: 'Forgotten; nobody is signed in any more' },
        403: { description: 'Not the password of the account', schema: problem },
        409: { description: 'The last admin cannot go', schema: problem },
      },
      async handle({ caller: { uid, email }, body: { password }, command, signal }) {
        if (password !== undefined) await accounts.prove({ uid, email, password }, signal);
        else if (await accounts.hasPassword({ uid, email })) throw passwordRequired();
        await people.letGo(uid, command);
        const { position } = await accounts.forget({ uid, email }, command);
        return { status: 204, headers: accounts.signedOut, position };
      },
    }),
  ];
}

/** Who has a password says it; for who has none the fresh sign-in counts that the call wants anyway. */
function passwordRequired(): Invalid {
  return new Invalid('Some fields are not right.', [{ path: 'password', message: 'Password is Required' }]);
}
