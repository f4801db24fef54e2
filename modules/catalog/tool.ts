import { type Aggregate, snapshotFormat } from '../kernel/aggregate.ts';
import { CompactMap } from '../kernel/memory/compact-map.ts';
import type { Money } from '../kernel/values/money.ts';
import type { ToolAdded, ToolDetails, ToolDetailsChanged, ToolEvent } from './events.ts';

/**
 * What a tool is for decisions: what is said of it, what is left of it, and how many pieces are set aside for which order.
 * What was sold is not kept in mind: a tool may have a million orders behind it. The maps are persistent: a tool in demand has
 * thousands of reservations, and every state shares them with the one before.
 */
export type Tool = { readonly status: 'none' } | KnownTool;

/** One that was added once. Retired it is no other thing, but nobody can order it. */
export type KnownTool = {
  readonly status: 'offered' | 'retired';
  readonly toolId: string;
  /** How many times details or price were changed; stock is none of them. */
  readonly version: number;
  readonly details: ToolDetails;
  readonly perPrice: Money;
  readonly totalPrice: Money;
  readonly available: number;
  /** How many pieces there ever were: those of the beginning, and what was put on the shelf or taken off it by hand. */
  readonly stocked: number;
  readonly reserved: CompactMap;
  /** Which of those are set aside for nothing: such orders are done, and their pieces count as sold. */
  readonly free: CompactMap;
};

/** A tool in demand has a long history, of which only what is set aside now matters. */
const snapshot = snapshotFormat({
  version: 4,
  save: (tool: Tool) =>
    tool.status === 'none' ? tool : { ...tool, reserved: tool.reserved.saved(), free: tool.free.saved() },
  load: (saved): Tool =>
    saved.status === 'none'
      ? saved
      : { ...saved, reserved: CompactMap.read(saved.reserved), free: CompactMap.read(saved.free) },
});

export const tool: Aggregate<Tool, ToolEvent> = { name: 'tool', initial: { status: 'none' }, evolve, snapshot };

function evolve(state: Tool, event: ToolEvent): Tool {
  if (event.type === 'ToolAdded') return added(event.data);
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'StockReserved':
      return reserved(state, event.data.bookingId, event.data.quantity, event.data.unitPrice.amount === 0);
    case 'StockReleased':
      return { ...withoutOrder(state, event.data.bookingId), available: state.available + event.data.quantity };
    case 'StockSold':
      return withoutOrder(state, event.data.bookingId);
    case 'StockReturned':
      return { ...state, available: state.available + event.data.quantity };
    case 'StockAdjusted':
      return {
        ...state,
        available: state.available + event.data.change,
        stocked: state.stocked + event.data.change,
      };
    case 'ToolDetailsChanged':
      return { ...state, version: event.data.version, details: detailsAfter(state.details, event.data) };
    case 'ToolRepriced': {
      const { version, perPrice, totalPrice } = event.data;
      return { ...state, version, perPrice, totalPrice };
    }
    case 'ToolRetired':
      return { ...state, status: 'retired' };
    case 'ToolReturned':
      return { ...state, status: 'offered' };
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}

function added({ toolId, available, perPrice, totalPrice, ...details }: ToolAdded['data']): KnownTool {
  const none = CompactMap.empty;
  return {
    status: 'offered',
    version: 0,
    ...{ toolId, details, perPrice, totalPrice, available, stocked: available },
    ...{ reserved: none, free: none },
  };
}

function reserved(state: KnownTool, bookingId: string, quantity: number, isFree: boolean): KnownTool {
  const available = state.available - quantity;
  const after = { ...state, available, reserved: state.reserved.set(bookingId, quantity) };
  return isFree ? { ...after, free: state.free.set(bookingId, quantity) } : after;
}

function withoutOrder(state: KnownTool, bookingId: string): KnownTool {
  return { ...state, reserved: state.reserved.delete(bookingId), free: state.free.delete(bookingId) };
}

/** What is said of a tool after some of it was said anew. */
function detailsAfter(details: ToolDetails, changed: ToolDetailsChanged['data']): ToolDetails {
  const { toolId: _, version: __, category, specifications, pictures, ...rest } = changed;
  const after = {
    ...details,
    ...rest,
    category: category === undefined ? details.category : (category ?? undefined),
    specifications: someOf(specifications ?? details.specifications),
    pictures: someOf(pictures ?? details.pictures),
  };
  return withoutMissing(after);
}

/** What a tool has none of is left out, so that it is the same however it came to have none. */
export function withoutMissing(details: ToolDetails): ToolDetails {
  const { category, specifications, pictures, ...rest } = details;
  return {
    ...rest,
    ...(category !== undefined && { category }),
    ...(someOf(specifications) && { specifications }),
    ...(someOf(pictures) && { pictures }),
  };
}

function someOf<One>(list: readonly One[] | undefined): readonly One[] | undefined {
  return list && list.length > 0 ? list : undefined;
}
