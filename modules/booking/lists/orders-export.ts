import type { Aggregate } from '../../kernel/aggregate.ts';
import type { OrdersWanted } from '../contract.ts';
import type { OrdersExported } from '../events.ts';

/** Orders left the shop as a file. Each time is a stream of its own. */
type OrdersExport = { readonly isNoted: boolean };

export const ordersExport: Aggregate<OrdersExport, OrdersExported> = {
  name: 'orders-export',
  initial: { isNoted: false },
  evolve: (state, { type }) => (type === 'OrdersExported' ? { isNoted: true } : state),
};

export type NoteOrdersExport = {
  type: 'NoteOrdersExport';
  by: string;
  wanted: OrdersWanted;
  /** Whose email was asked for; undefined for nobody's. */
  whose: string | undefined;
};

/** As the shop makes the ids of tools: what else somebody asks for may be anything, a name too. */
const toolIds = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Writes down that an admin took a copy of orders, and which were asked for, in words that name nobody. */
export function noteOrdersExport({ by, wanted, whose }: NoteOrdersExport, { isNoted }: OrdersExport): OrdersExported[] {
  if (isNoted) return [];
  const { personEmail, q, toolId, ...others } = wanted;
  const told = {
    ...others,
    ...(toolId !== undefined && { toolId: toolIds.test(toolId) ? toolId : '' }),
    ...(personEmail !== undefined && { uid: whose ?? '' }),
    ...(q !== undefined && { isSearch: true as const }),
  };
  return [{ type: 'OrdersExported', data: { by, wanted: told } }];
}
