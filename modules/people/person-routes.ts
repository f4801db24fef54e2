import { z } from 'zod';
import type { OrdersOfPeople } from '../booking/contract.ts';
import type { AccountHolders } from '../identity/contract.ts';
import type { FewAtOnce } from '../kernel/concurrency/few-at-once.ts';
import { pageAnswer } from '../kernel/documents/page-answer.ts';
import { Conflict, NotFound } from '../kernel/errors.ts';
import type { Holdings } from '../kernel/holdings.ts';
import { type Route, route } from '../kernel/route.ts';
import { emailParams, problem } from '../kernel/wire/wire.ts';
import type { KnownPerson, People, PeopleLookedAfter } from '../users/contract.ts';
import {
  erasePersonBody,
  listedUser,
  type Person,
  peopleQuery,
  personalData,
  person as personSchema,
} from './contract.ts';
import { dataOf, longJson } from './data-of.ts';
import { proveCaller } from './prove-caller.ts';

export type PersonWiring = {
  readonly holdings: readonly Holdings[];
  readonly accounts: AccountHolders;
  readonly people: People & PeopleLookedAfter;
  readonly orders: OrdersOfPeople;
  readonly now: () => Date;
};

type PersonRoutes = PersonWiring & { readonly exports: FewAtOnce };

const nobody = () => new NotFound('No user has that email.');

/** Somebody's own account goes by another way, which signs them out here too. */
const ownAccount = () => new Conflict('This is your own account. You can delete it under My Profile.');

/** What admins see of people, and do about them: besides making admins of them, and signing them out. */
export function personRoutes({ holdings, accounts, people, orders, exports, now }: PersonRoutes): Route[] {
  /** With their orders, as of what is the older of the two. */
  async function withOrders(found: readonly KnownPerson[], asOf: bigint): Promise<{ shown: Person[]; asOf: bigint }> {
    const counted = await orders.countOf(found.map(({ _id }) => _id));
    const shown = found.map((known, nth) => ({ ...known, orders: counted.counts[nth] ?? 0 }));
    return { shown, asOf: counted.asOf < asOf ? counted.asOf : asOf };
  }

  return [
    route({
      method: 'get',
      path: '/user',
      access: 'admin',
      summary: 'All users, by email; or those who are called like that',
      query: peopleQuery,
      saysAsOf: true,
      saysTotal: true,
      answers: {
        200: {
          description:
            'Users; the next page is in the Link header. With q, role or with, each says when they came and how many orders they have; ' +
            'Total-Count is how many there are, and is left out where they are searched; and an answer may have fewer than the limit, or ' +
            'none, and a next page: only so many people are looked at for one',
          schema: z.array(listedUser),
        },
      },
      async handle({ query, signal }) {
        const isPlain = query.q === undefined && query.role === undefined && query.with === undefined;
        // As they are kept: nobody counts what is not asked for.
        if (isPlain) return pageAnswer('/user', query, await people.page({ ...query, signal }));
        const found = await people.list({ ...query, signal });
        const { shown, asOf } = await withOrders(found.people, found.asOf);
        const documents = shown.map((person) => JSON.stringify(person));
        const answer = pageAnswer('/user', { ...query, after: undefined }, { documents, next: found.next, asOf });
        if (found.total === undefined) return answer;
        return { ...answer, headers: { ...answer.headers, 'Total-Count': String(found.total) } };
      },
    }),
    route({
      method: 'get',
      path: '/people/{email}',
      access: 'admin',
      summary: 'What there is to know of somebody before one does anything about them',
      params: emailParams,
      saysAsOf: true,
      answers: {
        200: { description: 'The person', schema: personSchema },
        404: { description: 'No user has that email', schema: problem },
      },
      async handle({ params }) {
        const { found, asOf } = await people.one(params.email);
        if (!found) throw nobody();
        const counted = await withOrders([found], asOf);
        return { status: 200, body: counted.shown[0], asOf: counted.asOf };
      },
    }),
    // Not a GET: that it was done is written down.
    route({
      method: 'post',
      path: '/people/{email}/export',
      access: 'admin',
      confirms: true,
      summary:
        'Everything that the shop holds of somebody, as a download; that it was taken, and by whom, is in the history',
      params: emailParams,
      answers: {
        200: { description: 'By what holds it', schema: personalData, type: 'application/json' },
        404: { description: 'No user has that email', schema: problem },
      },
      async handle({ params, caller, command }) {
        const { found } = await people.one(params.email);
        if (!found) throw nobody();
        const { position } = await people.noteExport(found._id, command);
        const data = dataOf({ holdings, now }, { uid: found._id, email: found.email, name: found.name });
        const text = { type: longJson, chunks: exports.of(caller.uid, data) };
        const headers = {
          'Content-Disposition': 'attachment; filename="inventory-personal-data.json"',
          'Cache-Control': 'no-store',
        };
        return { status: 200, text, headers, position };
      },
    }),
    route({
      method: 'delete',
      path: '/people/{email}',
      access: 'admin',
      confirms: true,
      summary:
        'Forgets somebody for good, as they themselves could: account, sessions, profile, the names in orders and reviews',
      params: emailParams,
      body: erasePersonBody,
      secretFields: ['password'],
      costsPassword: true,
      answers: {
        204: { description: 'Forgotten; they are signed in nowhere any more' },
        403: { description: "Not the password of the caller's account", schema: problem },
        404: { description: 'Nobody has an account with that email', schema: problem },
        409: { description: 'The last admin, or the caller', schema: problem },
      },
      async handle({ caller, params, body: { password }, command, signal }) {
        await proveCaller(accounts, caller, password, signal);
        const before = await accounts.forgottenBefore(params.email, command);
        if (before) return { status: 204, position: before.position };
        const whose = await accounts.ownerOf(params.email);
        if (!whose) throw nobody();
        const { uid, email } = whose;
        if (uid === caller.uid) throw ownAccount();
        await people.letGo(uid, command);
        const { position } = await accounts.forget({ uid, email }, command);
        return { status: 204, position };
      },
    }),
  ];
}
