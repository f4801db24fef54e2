import type { AccountHolders } from '../identity/contract.ts';
import type { FewAtOnce } from '../kernel/concurrency/few-at-once.ts';
import type { Holdings } from '../kernel/holdings.ts';
import { type Route, route } from '../kernel/route.ts';
import { problem } from '../kernel/wire/wire.ts';
import type { People } from '../users/contract.ts';
import { deleteMeBody, personalData } from './contract.ts';
import { dataOf, longJson } from './data-of.ts';
import { proveCaller } from './prove-caller.ts';

type Wiring = {
  readonly holdings: readonly Holdings[];
  readonly accounts: AccountHolders;
  readonly people: People;
  readonly exports: FewAtOnce;
  readonly now: () => Date;
};

/** What people may have of the shop of their own: their data, and to be forgotten. */
export function ownDataRoutes({ holdings, accounts, people, exports, now }: Wiring): Route[] {
  return [
    route({
      method: 'get',
      path: '/me/export',
      access: 'user',
      confirms: true,
      summary: 'Everything that the shop holds of the caller, as a download',
      answers: { 200: { description: 'By what holds it', schema: personalData, type: 'application/json' } },
      async handle({ caller }) {
        const headers = { 'Content-Disposition': 'attachment; filename="inventory-my-data.json"' };
        const chunks = exports.of(caller.uid, dataOf({ holdings, now }, caller));
        return { status: 200, text: { type: longJson, chunks }, headers };
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
      async handle({ caller, body: { password }, command, signal }) {
        const { uid, email } = caller;
        await proveCaller(accounts, caller, password, signal);
        await people.letGo(uid, command);
        const { position } = await accounts.forget({ uid, email }, command);
        return { status: 204, headers: accounts.signedOut, position };
      },
    }),
  ];
}
