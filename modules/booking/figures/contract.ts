import { z } from 'zod';
import { noticed } from '../../kernel/wire/live-wire.ts';
import { upTo } from '../../kernel/wire/wire.ts';

/**
 * How many orders, and what was paid for them less what was given back: decimal, in its currency; negative where more went back. What
 * disputes took is in it: the books tell of that.
 */
const orderFigures = { orders: z.int(), revenue: z.number() };
const ofDay = z.object(orderFigures).meta({ id: 'OrdersOfADay' });

/** Of all orders that are listed. They are counted on the day when they were placed, money on the day when it came or went. */
export const orderCounts = noticed
  .extend({
    total: z.int(),
    unpaid: z.int(),
    paid: z.int(),
    refunded: z.int(),
    revenue: z.number(),
    today: ofDay.describe('In UTC'),
    yesterday: ofDay,
  })
  .meta({ id: 'OrderCounts' });
export type OrderCounts = z.infer<typeof orderCounts>;

/** The most days, and the most tools, that one answer tells of. */
const mostDays = 366;
const mostTools = 100;

export const orderDaysQuery = z.object({ days: upTo(mostDays, 30) });
export const orderDay = z.object({ day: z.iso.date().describe('In UTC'), ...orderFigures }).meta({ id: 'OrderDay' });
export type OrderDay = z.infer<typeof orderDay>;

export const orderToolsQuery = z.object({ limit: upTo(mostTools, 10) });
export const orderTool = z
  .object({ toolId: z.string(), toolName: z.string(), ...orderFigures })
  .meta({ id: 'OrderTool' });
export type OrderTool = z.infer<typeof orderTool>;
