import type { Aggregate } from '../kernel/aggregate.ts';
import { entityTagOf } from '../kernel/encoding/entity-tag.ts';
import type { CartLine } from './contract.ts';
import type { CartEvent } from './events.ts';

/** What somebody would like to order, and how often they changed their mind on the last day on which they did (UTC). */
export type Cart = {
  readonly lines: readonly CartLine[];
  readonly day: string;
  readonly changes: number;
};

/** A person's cart; its streams are named by the person's uid. */
export const cart: Aggregate<Cart, CartEvent> = {
  name: 'cart',
  initial: { lines: [], day: '', changes: 0 },
  evolve,
};

function evolve(state: Cart, event: CartEvent): Cart {
  switch (event.type) {
    case 'CartChanged': {
      const day = event.data.at.slice(0, 10);
      const changes = day === state.day ? state.changes + 1 : 1;
      return { lines: changedLines(state.lines, event.data.lines), day, changes };
    }
    case 'CartOrdered':
      return { ...state, lines: withoutTools(state.lines, event.data.toolIds) };
    case 'CartForgotten':
      return { ...state, lines: [] };
    default: // What a newer release wrote.
      return state;
  }
}

/** The lines after a change: those that stay, in their order, then those that are new. */
export function changedLines(lines: readonly CartLine[], changed: readonly CartLine[]): readonly CartLine[] {
  // Of whoever was forgotten it is no list any more.
  if (!Array.isArray(changed)) return lines;
  const after = new Map(lines.map(({ toolId, quantity }) => [toolId, quantity]));
  for (const { toolId, quantity } of changed as readonly CartLine[]) {
    if (quantity === 0) after.delete(toolId);
    else after.set(toolId, quantity);
  }
  return [...after].map(([toolId, quantity]) => ({ toolId, quantity }));
}

/** The entity-tag of a cart: by it a device says on which cart its change rests. */
export function tagOf(lines: readonly CartLine[]): string {
  return entityTagOf(lines.map(({ toolId, quantity }) => [toolId, quantity]));
}

/** The lines of other tools. */
export function withoutTools(lines: readonly CartLine[], toolIds: readonly string[]): readonly CartLine[] {
  return Array.isArray(toolIds) ? lines.filter(({ toolId }) => !toolIds.includes(toolId)) : lines;
}
