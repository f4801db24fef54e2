import { z } from 'zod';
import type { Stock } from '../catalog/stock/contract.ts';
import type { Commands } from '../kernel/commands.ts';
import { FewAtOnce } from '../kernel/concurrency/few-at-once.ts';
import { pageAnswer } from '../kernel/documents/page-answer.ts';
import type { View } from '../kernel/documents/view.ts';
import { Forbidden, NotFound } from '../kernel/errors.ts';
import { type Caller, type Route, route } from '../kernel/route.ts';
import { moneyAt } from '../kernel/values/money.ts';
import { idParams, inserted } from '../kernel/wire/wire.ts';
import type { Withdrawals } from '../payments/contract.ts';
import type { People, PeopleSought } from '../users/contract.ts';
import { booking } from './booking.ts';
import { booking as bookingSchema, bookingsQuery, bookToolBody, deleteBookingsQuery, deleted } from './contract.ts';
import { deleteOrder, deleteUnpaidOrders } from './deletion/delete-orders.ts';
import { findOrders } from './lists/find-orders.ts';
import { endedAtOnce, inPlace } from './money/ended-at-once.ts';
import { placeOrder } from './ordering/place-order.ts';
import type { UnpaidLimit } from './ordering/unpaid-limit.ts';
import { type BookingDocument, shownOf } from './read-models/bookings.ts';
import type { PrintReceipt } from './receipts/receipt.ts';
import { receiptRoute } from './receipts/receipt-route.ts';
import { refundRoute } from './refunds/refund-route.ts';

type Wiring = {
  commands: Commands;
  stock: Stock;
  people: People & PeopleSought;
  bookings: View<BookingDocument>;
  unpaid: UnpaidLimit;
  payments: Withdrawals;
  currency: string;
  print: PrintReceipt;
};

/** Whether anything is asked of orders but whose they are. */
const isAnySaid = (filters: object) => Object.values(filters).some((filter) => filter !== undefined);

export function bookingRoutes(wiring: Wiring): Route[] {
  const { commands, stock, people, bookings, unpaid, payments, currency } = wiring;
  const ended = new FewAtOnce(endedAtOnce);

  /** Whose orders are asked for: one's own, or anybody's for admins. Undefined when the email is nobody's. */
  async function askedFor(personEmail: string, caller: Caller): Promise<string | undefined> {
    if (personEmail === caller.email) return caller.uid;
    if (caller.role !== 'admin') throw new Forbidden('These are the orders of somebody else.');
    return people.uidOf(personEmail);
  }

  /** The order, for its owner or an admin; for anybody else there is none, so that ids cannot be probed. */
  async function visible(id: string, caller: Caller): Promise<{ document: BookingDocument; asOf: bigint }> {
    const { document, asOf } = await bookings.find(id);
    if (!document || (document.uid !== caller.uid && caller.role !== 'admin')) {
      throw new NotFound('There is no such order.');
    }
    return { document, asOf };
  }

  return [
    route({
      method: 'get',
      path: '/booking',
      access: 'user',
      summary: "A person's orders, newest first; without personEmail all orders, for admins",
      query: bookingsQuery,
      saysAsOf: true,
      saysTotal: true,
      answers: {
        200: {
          description:
            'Orders; the next page is in the Link header. Total-Count is how many there are: of several filters together, of times and ' +
            'of numbers nobody keeps a count, and it is left out. An answer may have fewer than the limit, or none, and a next page: only ' +
            'so many orders are looked at for one',
          schema: z.array(bookingSchema),
        },
        403: { description: "Somebody else's orders, or all of them, and the caller is no admin" },
      },
      async handle({ query, caller, signal }) {
        const { personEmail, limit, after, ...filters } = query;
        if (personEmail === undefined && caller.role !== 'admin')
          throw new Forbidden('Only admins may see all orders.');
        // An email that is nobody's is asked for as an id that is nobody's.
        const whose = personEmail === undefined ? undefined : ((await askedFor(personEmail, caller)) ?? '');
        if (isAnySaid(filters)) {
          const { orders, next, total, asOf } = await findOrders({ bookings, people }, query, { whose, signal });
          const texts = orders.map((order) => JSON.stringify(shownOf(order)));
          const answer = pageAnswer('/booking', { ...query, after: undefined }, { documents: texts, next, asOf });
          return total === undefined
            ? answer
            : { ...answer, headers: { ...answer.headers, 'Total-Count': String(total) } };
        }
        const listed = whose === undefined ? { index: 'all', key: '' } : { index: 'uid', key: whose };
        const page = await bookings.texts({ ...listed, order: 'descending', limit, after, signal });
        // After the page, which says what the answer is true as of.
        const total = await bookings.count(listed.index, listed.key);
        const answer = pageAnswer('/booking', { personEmail, limit }, page);
        return { ...answer, headers: { ...answer.headers, 'Total-Count': String(total) } };
      },
    }),
    route({
      method: 'post',
      path: '/booking',
      access: 'user',
      summary: 'Order a tool',
      body: bookToolBody,
      answers: {
        201: { description: 'Ordered', schema: inserted },
        403: { description: "personEmail is not the caller's" },
        404: { description: 'No such tool' },
        409: {
          description:
            'Not enough left, another price, as many orders without a payment as one may have, or a key of another request',
        },
      },
      async handle({ body, caller, command }) {
        if (body.personEmail !== caller.email) throw new Forbidden('You can only order for yourself.');
        const wanted = { ...body, price: moneyAt('price', body.price, currency) };
        const { bookingId, position } = await placeOrder({ commands, stock, unpaid }, caller, wanted, command);
        return { status: 201, body: { acknowledged: true, insertedId: bookingId }, position };
      },
    }),
    route({
      method: 'delete',
      path: '/booking',
      access: 'user',
      summary: 'Delete all unpaid orders of a person',
      query: deleteBookingsQuery,
      answers: { 200: { description: 'Deleted', schema: deleted }, 403: { description: "Somebody else's orders" } },
      async handle({ query: { personEmail }, caller, command }) {
        const uid = await askedFor(personEmail, caller);
        // One place for all of them: each by itself, those beyond the bound for one person would stay.
        const deleteAll = () => deleteUnpaidOrders({ commands, bookings, payments }, uid, command);
        const { deletedCount, position } = await ended.run(caller.uid, deleteAll);
        return { status: 200, body: { acknowledged: true, deletedCount }, position };
      },
    }),
    route({
      method: 'get',
      path: '/booking/{id}',
      access: 'user',
      summary: 'One order',
      params: idParams,
      saysAsOf: true,
      answers: { 200: { description: 'The order', schema: bookingSchema }, 404: { description: 'No such order' } },
      async handle({ params, caller }) {
        const { document, asOf } = await visible(params.id, caller);
        return { status: 200, body: shownOf(document), asOf };
      },
    }),
    route({
      method: 'delete',
      path: '/booking/{id}',
      access: 'user',
      summary: 'Delete one order that is not paid, or costs nothing',
      params: idParams,
      answers: {
        200: { description: 'Deleted', schema: deleted },
        404: { description: 'No such order' },
        409: { description: 'Money has been paid for it, or is on its way; or it is packed, or was shipped' },
      },
      async handle({ params, caller, command }) {
        await mayDelete(params.id, caller);
        const ending = { commands, payments: inPlace(payments, ended) };
        const byAdmin = caller.role === 'admin';
        const { deletedCount, position } = await deleteOrder(ending, params.id, command, { byAdmin });
        return { status: 200, body: { acknowledged: true, deletedCount }, position };
      },
    }),
    receiptRoute({ visible, print: wiring.print, currency }),
    refundRoute({ commands, currency }),
  ];

  /** An order that its owner has deleted is no longer shown, but deleting it again must find it. */
  async function mayDelete(id: string, caller: Caller): Promise<void> {
    const state = await commands.load(booking, id);
    const owner = 'order' in state ? state.order.uid : 'uid' in state ? state.uid : undefined;
    if (owner === undefined || (owner !== caller.uid && caller.role !== 'admin')) {
      throw new NotFound('There is no such order.');
    }
  }
}
