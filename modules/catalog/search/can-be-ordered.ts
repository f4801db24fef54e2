import type { Tool } from '../contract.ts';
import { minimumOf } from '../words/contract.ts';

/** Whether an order of it can be placed: there are as many as its least order has. */
export function canBeOrdered({ Available, MinimumOrder }: Pick<Tool, 'Available' | 'MinimumOrder'>): boolean {
  return Available >= minimumOf({ MinimumOrder });
}
