import type { View } from '../kernel/documents/view.ts';
import type { Gauge } from '../kernel/gauge.ts';
import { orderStatuses } from './contract.ts';
import type { OrderFigures } from './figures/order-figures.ts';
import type { OpenReservation } from './read-models/open-reservations.ts';
import { held, revenueIn } from './read-models/order-sums.ts';

/** What operators watch of orders, from the sums that are kept of them. */
export function bookingGauges(figures: OrderFigures, reservations: View<OpenReservation>): Gauge[] {
  return [
    {
      name: 'inventory_orders',
      help: 'Orders that are there, by status.',
      labels: ['status'],
      async read() {
        const shop = await figures.ofShop();
        return orderStatuses.map((status) => ({ labels: { status }, value: shop[status] ?? 0 }));
      },
    },
    {
      name: 'inventory_stock_held_pieces',
      help: 'Pieces that unpaid orders hold.',
      read: async () => [{ value: (await figures.ofShop())[held] ?? 0 }],
    },
    {
      name: 'inventory_reservations_open',
      help: 'Orders for which pieces were set aside and that have not come: a moment each, unless something broke.',
      read: async () => [{ value: await reservations.count('open', '') }],
    },
    {
      name: 'inventory_revenue_minor_units',
      help: 'What the shop has received less what it has given back, in minor units of each currency.',
      labels: ['currency'],
      async read() {
        const all = Object.entries(await figures.ofShop());
        const revenue = all.filter(([name]) => name.startsWith(revenueIn('')));
        return revenue.map(([name, value]) => ({ labels: { currency: name.slice(revenueIn('').length) }, value }));
      },
    },
  ];
}
