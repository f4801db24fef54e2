import { type Aggregate, snapshotFormat } from '../kernel/aggregate.ts';
import { CompactMap } from '../kernel/compact-map.ts';
import type { ToolAdded, ToolEvent } from './events.ts';

/**
 * What a tool is for decisions: what was added, what is left of it, and how many pieces are set aside for which order.
 * What was sold is not kept in mind: a tool may have a million orders behind it. The map is persistent: a tool in demand has
 * thousands of reservations, and every state shares them with the one before.
 */
export type Tool =
  | { readonly status: 'none' }
  | {
      readonly status: 'offered';
      readonly details: ToolAdded['data'];
      readonly available: number;
      readonly reserved: CompactMap;
    };

/** A tool in demand has a long history, of which only what is set aside now matters. */
const snapshot = snapshotFormat({
  version: 2,
  save: (tool: Tool) => (tool.status === 'none' ? tool : { ...tool, reserved: tool.reserved.saved() }),
  load: (saved): Tool => (saved.status === 'none' ? saved : { ...saved, reserved: CompactMap.read(saved.reserved) }),
});

export const tool: Aggregate<Tool, ToolEvent> = { name: 'tool', initial: { status: 'none' }, evolve, snapshot };

function evolve(state: Tool, event: ToolEvent): Tool {
  if (event.type === 'ToolAdded') {
    return { status: 'offered', details: event.data, available: event.data.available, reserved: CompactMap.empty };
  }
  if (state.status === 'none') return state;
  const { bookingId, quantity } = event.data;
  switch (event.type) {
    case 'StockReserved':
      return {
        ...state,
        available: state.available - quantity,
        reserved: state.reserved.set(bookingId, quantity),
      };
    case 'StockReleased':
      return { ...state, available: state.available + quantity, reserved: state.reserved.delete(bookingId) };
    case 'StockSold':
      return { ...state, reserved: state.reserved.delete(bookingId) };
    case 'StockReturned':
      return { ...state, available: state.available + quantity };
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}
