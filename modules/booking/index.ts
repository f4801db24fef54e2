import type { Stock } from '../catalog/stock/contract.ts';
import type { Commands } from '../kernel/commands.ts';
import { viewOf } from '../kernel/documents/view.ts';
import type { Holdings } from '../kernel/holdings.ts';
import type { Module } from '../kernel/module.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import type { Withdrawals } from '../payments/contract.ts';
import type { People, PeopleSought } from '../users/contract.ts';
import { booking } from './booking.ts';
import { checkoutRoute } from './checkouts/checkout-route.ts';
import type { OrdersOfPeople, Purchases } from './contract.ts';
import { orderFigureRoutes } from './figures/order-figure-routes.ts';
import { OrderFigures } from './figures/order-figures.ts';
import { fulfilmentRoutes } from './fulfilment/fulfilment-routes.ts';
import type { ReadStream } from './fulfilment/notes-of.ts';
import { bookingGauges } from './gauges.ts';
import { bookingHistory } from './history.ts';
import { orderHoldings } from './holdings.ts';
import { countOrdersOf } from './lists/count-orders-of.ts';
import { exportRoute } from './lists/export-route.ts';
import { bookingMails } from './mails.ts';
import type { Orders } from './money/contract.ts';
import { ordersOf } from './money/orders.ts';
import { bookingNotices } from './notices.ts';
import { UnpaidLimit } from './ordering/unpaid-limit.ts';
import { purchasesOf } from './purchases.ts';
import { completeCheckouts } from './reactors/complete-checkouts.ts';
import { expireUnpaid } from './reactors/expire-unpaid.ts';
import { forgetLateOrders } from './reactors/forget-late-orders.ts';
import { giveBackOrphans } from './reactors/give-back-orphans.ts';
import { releaseStock } from './reactors/release-stock.ts';
import { restockRefunded } from './reactors/restock-refunded.ts';
import { sellShipped } from './reactors/sell-shipped.ts';
import { sellStock } from './reactors/sell-stock.ts';
import { bookings as bookingsProjection } from './read-models/bookings.ts';
import { openReservations } from './read-models/open-reservations.ts';
import type { PrintReceipt } from './receipts/receipt.ts';
import { bookingRoutes } from './routes.ts';

/** Orders: from the wish to have a tool to its payment or its end. */
export function bookingModule(wiring: {
  commands: Commands;
  readModels: ReadModels;
  stock: Stock;
  people: People & PeopleSought;
  payments: Withdrawals;
  currency: string;
  /** How receipts are made into files. */
  print: PrintReceipt;
  now: () => Date;
  readStream: ReadStream;
  /** The position up to which GETs that begin now show everything; of a node that feeds its read models. */
  shownUpTo?: (() => bigint) | undefined;
  /** How many orders a person may have at once that nobody has paid money for; 0 is without limit. */
  unpaidOrders: number;
  /** Milliseconds that an order may stay unpaid. */
  orderTtl: number;
  /** Milliseconds that an order may which holds much of what was on the shelf; 0: as long as any other. */
  largeOrderTtl: number;
  /** Milliseconds after which pieces set aside for an order that has not come are given back. */
  reservationGrace: number;
  /** Milliseconds between two looks at what is due. */
  lookEvery: number;
}): Module & {
  readonly orders: Orders;
  readonly purchases: Purchases;
  readonly ordersOfPeople: OrdersOfPeople;
  readonly holdings: Holdings;
} {
  const { commands, stock, readModels, payments, orderTtl, reservationGrace, lookEvery } = wiring;
  const bookings = viewOf(readModels, bookingsProjection);
  const orders = ordersOf({ commands, bookings });
  const foldedUpTo = () => readModels.checkpoint(bookingsProjection.storedAs);
  const exists = async (bookingId: string) => (await commands.load(booking, bookingId)).status !== 'none';
  const unpaid = new UnpaidLimit({ most: wiring.unpaidOrders, bookings, shownUpTo: foldedUpTo, exists });
  const { currency, now, shownUpTo } = wiring;
  const figures = new OrderFigures({ bookings, currency, now, shownUpTo });
  const reservations = viewOf(readModels, openReservations);
  return {
    name: 'booking',
    routes: [
      ...orderFigureRoutes(figures),
      ...fulfilmentRoutes(wiring),
      checkoutRoute({ commands, stock, unpaid, currency: wiring.currency }),
      ...bookingRoutes({ ...wiring, bookings, unpaid }),
      exportRoute({ ...wiring, bookings }),
    ],
    projections: [bookingsProjection, openReservations],
    reactors: [
      releaseStock(stock),
      sellStock(stock),
      sellShipped(stock),
      restockRefunded(stock),
      completeCheckouts(commands),
      forgetLateOrders(wiring),
    ],
    timers: [
      expireUnpaid({ commands, bookings, payments, ttl: orderTtl, largeTtl: wiring.largeOrderTtl, every: lookEvery }),
      giveBackOrphans({ commands, stock, reservations, grace: reservationGrace, every: lookEvery }),
    ],
    history: [bookingHistory(wiring.currency)],
    notices: bookingNotices(figures),
    gauges: bookingGauges(figures, reservations),
    mails: [bookingMails(commands)],
    holdings: orderHoldings({ ...wiring, bookings, reservations }),
    orders,
    purchases: purchasesOf({ commands, bookings }),
    ordersOfPeople: { countOf: (uids) => countOrdersOf(bookings, uids) },
  };
}
