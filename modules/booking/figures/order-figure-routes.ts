import { z } from 'zod';
import { type Route, route } from '../../kernel/route.ts';
import { orderCounts, orderDay, orderDaysQuery, orderTool, orderToolsQuery } from './contract.ts';
import type { OrderFigures } from './order-figures.ts';

/** How the orders stand, for admins. */
export function orderFigureRoutes(figures: OrderFigures): Route[] {
  return [
    route({
      method: 'get',
      path: '/orders/counts',
      access: 'admin',
      summary: 'How many orders there are and what the shop kept of them, with today and yesterday',
      saysAsOf: true,
      answers: { 200: { description: 'As GET /booking lists the orders at that moment', schema: orderCounts } },
      async handle() {
        const { counts, asOf } = await figures.counts();
        // The same in both: a notice of the counts has the one of the body.
        return { status: 200, body: counts, asOf, headers: { 'Event-Position': counts.position } };
      },
    }),
    route({
      method: 'get',
      path: '/orders/days',
      access: 'admin',
      summary: 'Orders and revenue of the latest days, in UTC',
      query: orderDaysQuery,
      saysAsOf: true,
      answers: { 200: { description: 'Oldest first, without gaps, up to today', schema: z.array(orderDay) } },
      async handle({ query }) {
        const { days, asOf } = await figures.days(query.days);
        return { status: 200, body: days, asOf };
      },
    }),
    route({
      method: 'get',
      path: '/orders/tools',
      access: 'admin',
      summary: 'The tools that brought most',
      query: orderToolsQuery,
      saysAsOf: true,
      answers: { 200: { description: 'Most revenue first', schema: z.array(orderTool) } },
      async handle({ query }) {
        const { tools, asOf } = await figures.tools(query.limit);
        return { status: 200, body: tools, asOf };
      },
    }),
  ];
}
