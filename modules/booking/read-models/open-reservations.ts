import type { StockReleased, StockReserved } from '../../catalog/stock/contract.ts';
import { projection } from '../../kernel/projection.ts';
import type { ToolBooked } from '../events.ts';

/** Pieces that are set aside for an order which has not come yet. */
export type OpenReservation = {
  readonly toolId: string;
  readonly bookingId: string;
  readonly checkoutId?: string;
  readonly at: string;
};

const idOf = ({ data }: { data: { toolId: string; bookingId: string } }) => `${data.toolId} ${data.bookingId}`;

/** What is set aside and waits for its order: a moment usually, longer only when something broke in between. */
export const openReservations = projection<OpenReservation, StockReserved | StockReleased | ToolBooked>({
  name: 'open-reservations',
  version: 2,
  everyIn: 'open',
  indexes: { open: ({ at }) => ({ key: '', sort: at }) },
  on: {
    StockReserved: {
      id: idOf,
      begins: true,
      evolve: (_, { data: { toolId, bookingId, checkoutId }, meta }) => ({
        toolId,
        bookingId,
        ...(checkoutId !== undefined && { checkoutId }),
        at: meta.time,
      }),
    },
    StockReleased: { id: idOf, evolve: () => undefined },
    ToolBooked: { id: idOf, evolve: () => undefined },
  },
});
