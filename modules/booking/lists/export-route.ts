import { randomUUID } from 'node:crypto';
import type { Commands } from '../../kernel/commands.ts';
import { ConcurrencyLimit } from '../../kernel/concurrency/concurrency-limit.ts';
import { FewAtOnce } from '../../kernel/concurrency/few-at-once.ts';
import type { View } from '../../kernel/documents/view.ts';
import { csvTable } from '../../kernel/encoding/csv.ts';
import { type Route, route } from '../../kernel/route.ts';
import { orderNumber } from '../../kernel/values/order-number.ts';
import type { People, PeopleSought } from '../../users/contract.ts';
import { type OrdersWanted, ordersWanted } from '../contract.ts';
import type { BookingDocument } from '../read-models/bookings.ts';
import { findOrders } from './find-orders.ts';
import { noteOrdersExport, ordersExport } from './orders-export.ts';

const columns: readonly (readonly [string, (order: BookingDocument) => string | number | undefined])[] = [
  ['Number', ({ _id }) => orderNumber(_id)],
  ['Placed', ({ at }) => at],
  ['Status', ({ status }) => status],
  ['Fulfilment', ({ fulfilment }) => fulfilment],
  ['Buyer Name', ({ buyerName }) => buyerName],
  ['Tool Name', ({ toolName }) => toolName],
  ['Email', ({ personEmail }) => personEmail],
  ['Location', ({ location }) => location],
  ['Phone', ({ phone }) => phone],
  ['Pieces', ({ quantity }) => quantity],
  ['Price', ({ price }) => price],
  ['Refunded', ({ refunded }) => refunded],
  ['Currency', ({ kept }) => kept.currency],
  ['Paid at', ({ paidAt }) => paidAt],
  ['Packed at', ({ packedAt }) => packedAt],
  ['Shipped at', ({ shippedAt }) => shippedAt],
  ['Delivered at', ({ deliveredAt }) => deliveredAt],
  ['Refunded at', ({ refundedAt }) => refundedAt],
  ['Carrier', ({ carrier }) => carrier],
  ['Tracking number', ({ trackingNumber }) => trackingNumber],
  ['Id', ({ _id }) => _id],
];

/** How many files are made side by side, and for one admin, and how many orders of each are in the memory at once. */
const inAll = 4;
const each = 2;
const ordersAPage = 500;

/**
 * The orders that are asked for, as a file. A page of it is read when the one before has been taken, and one page at a time
 * of all files: without this, a few admins with a million orders each would keep everybody else waiting.
 */
export function exportRoute(wiring: {
  commands: Pick<Commands, 'execute'>;
  bookings: View<BookingDocument>;
  people: Pick<People, 'uidOf'> & PeopleSought;
}): Route {
  const turns = new ConcurrencyLimit({ atOnce: 1, mostWaiting: 100, refusal: 'Too many files are being made.' });
  const files = new FewAtOnce({
    ...{ inAll, each },
    refusal: 'Other exports of orders are being made. Please try again in a moment.',
  });

  async function* pages(wanted: OrdersWanted, how: { whose: string | undefined; signal: AbortSignal }) {
    let after: string | undefined;
    do {
      const asked = { ...wanted, limit: ordersAPage, ...(after !== undefined && { after }) };
      const { orders, next } = await turns.run(() => findOrders(wiring, asked, how), how.signal);
      yield orders.map((order) => columns.map(([, cellOf]) => cellOf(order) ?? ''));
      after = next;
    } while (after !== undefined);
  }

  return route({
    method: 'get',
    path: '/orders/export',
    access: 'admin',
    confirms: true,
    summary:
      'Orders as CSV, newest first, with the filters of GET /booking; that they were taken, and by whom, is in the history',
    query: ordersWanted,
    saysAsOf: true,
    answers: {
      200: {
        description: 'A table for spreadsheets: what they would carry out as a formula has a quote before it',
        type: 'text/csv',
      },
    },
    async handle({ caller, query, command: { keyedAs: _, ...asked }, signal }) {
      const whose = query.personEmail === undefined ? undefined : await wiring.people.uidOf(query.personEmail);
      const how = { whose: query.personEmail === undefined ? undefined : (whose ?? ''), signal };
      const note = { type: 'NoteOrdersExport', by: caller.uid, wanted: query, whose } as const;
      // Whatever key comes along: each file has what there is by then, and a thief would take many as one.
      const command = { ...asked, commandId: randomUUID() };
      // Before anything leaves: what nobody wrote down is worse than what was written down and never read.
      const outcome = await wiring.commands.execute(ordersExport, command.commandId, command, note, noteOrdersExport);
      const names = columns.map(([name]) => name);
      return {
        status: 200,
        position: outcome.position,
        headers: { 'Content-Disposition': 'attachment; filename="orders.csv"', 'Cache-Control': 'no-store' },
        text: { type: 'text/csv', chunks: files.of(caller.uid, csvTable(names, pages(query, how))) },
      };
    },
  });
}
