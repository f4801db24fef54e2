import { inDigits } from '../../kernel/values/in-words.ts';
import type { Tool } from '../contract.ts';

/** The smallest order of a tool; an order of nothing is none. */
export function minimumOf(tool: Pick<Tool, 'MinimumOrder'>): number {
  return Math.max(1, tool.MinimumOrder);
}

type Stocked = Pick<Tool, 'MinimumOrder' | 'Available'>;

/** Why no order can be placed, in words that agree with the number beside them; undefined when one can. */
export function shortageOf(tool: Stocked): 'Sold out' | 'Too few left' | undefined {
  if (tool.Available === 0) return 'Sold out';
  return tool.Available < minimumOf(tool) ? 'Too few left' : undefined;
}

/** So few pieces that whoever thinks it over may find none. */
const few = 4;

/** What is said of the stock before it is too late: an order or two can still be placed, and not many more. */
export function lastOf(tool: Stocked): string | undefined {
  const isFew = tool.Available <= few || tool.Available < minimumOf(tool) * 2;
  return isFew && !shortageOf(tool) ? onlySoMany(tool) : undefined;
}

/** Why there cannot be more of it, for whoever wants more. */
export function onlySoMany(tool: Pick<Tool, 'Available'>): string {
  return `Only ${stockOf(tool)} left`;
}

/** Why so few cannot be ordered, in the words of the shop's description. */
export function tooFewFor(minimum: number): string {
  return `You have to purchase atleast ${minimum} items`;
}

export function stockOf(tool: Pick<Tool, 'Available'>): string {
  return inDigits(tool.Available);
}
