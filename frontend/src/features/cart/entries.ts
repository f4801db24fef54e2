import type { Tool } from '../../../../modules/catalog/contract.ts';
import { minimumOf, onlySoMany, shortageOf, tooFewFor } from '../../../../modules/catalog/words/contract.ts';
import type { KeptLine } from '../../lib/device/device-cart.ts';
import { formatPrice, isExact, priceOf, sumOf, tooDear } from '../../lib/formatting/money.ts';

/** A line with what the shop says of its tool. */
export type CartEntry = {
  readonly line: KeptLine;
  /** Undefined where the shop knows no such tool. */
  readonly tool: Tool | undefined;
  readonly name: string;
  /** It is no longer sold: it is left out of what is ordered, and keeps nothing else from being ordered. */
  readonly isGone: boolean;
  readonly minimum: number;
  /** Of all its pieces; undefined where it cannot be had. */
  readonly price: number | undefined;
  /** Why it cannot be ordered as it is. */
  readonly problem?: string;
  /** What has changed since it was put in or first shown here, and is no reason not to order it. */
  readonly news?: string;
};

/** What a line of the cart is by now. `refused`: what the shop has just said of it, where that is still so. */
export function entryOf(line: KeptLine, tool: Tool | undefined, currency: string, refused?: string): CartEntry {
  const name = tool?.name ?? 'A tool that is gone';
  if (!tool || tool.retired) {
    return { line, tool, name, isGone: true, minimum: 1, price: undefined, problem: 'No longer sold' };
  }
  const minimum = minimumOf(tool);
  const shortage = shortageOf(tool);
  // Of any number that was ever typed: it may be too large to have a price.
  const price = priceOf(tool.PerPrice, line.quantity, currency);
  const all = { line, tool, name, isGone: false, minimum, price };
  const misfit = shortage ?? misfitOf(line.quantity, minimum, tool);
  const problem = misfit ?? (price === undefined ? tooDear : undefined);
  if (problem !== undefined) return { ...all, price: undefined, problem };
  const was = line.seen;
  if (was !== undefined && was !== tool.PerPrice) {
    const format = (amount: number) => formatPrice(amount, currency);
    return { ...all, news: `A piece was ${format(was)} before; it is ${format(tool.PerPrice)} now.` };
  }
  return { ...all, ...(refused !== undefined && { news: refused }) };
}

/** Why there cannot be as many as this. */
function misfitOf(quantity: number, minimum: number, tool: Tool): string | undefined {
  if (quantity > tool.Available) return onlySoMany(tool);
  return quantity < minimum ? tooFewFor(minimum) : undefined;
}

/** A line whose quantity is being typed, and is no number of pieces as it stands. */
export function refusedEntry(entry: CartEntry, why: string | undefined): CartEntry {
  if (why === undefined || entry.isGone) return entry;
  const { news: _, ...rest } = entry;
  return { ...rest, price: undefined, problem: why };
}

/** The lines that are ordered, and those that are left out since their tools are no longer sold. */
export function soldOf(entries: readonly CartEntry[]): { sold: readonly CartEntry[]; gone: readonly CartEntry[] } {
  return { sold: entries.filter(({ isGone }) => !isGone), gone: entries.filter(({ isGone }) => isGone) };
}

/** What all of it costs that can be had; undefined where that is too large to be exact. */
export function totalOf(entries: readonly CartEntry[], currency: string): number | undefined {
  const total = sumOf(
    entries.flatMap(({ price }) => price ?? []),
    currency,
  );
  return isExact(total, currency) ? total : undefined;
}

/** Why a cart cannot be ordered as it is; empty where it can. `total`: see totalOf. */
export function whyNotOrdered(sold: readonly CartEntry[], total: number | undefined): string {
  if (sold.length === 0) return 'There is nothing here to order.';
  const problems = sold.filter(({ problem }) => problem !== undefined).length;
  const [lines, are, them] = problems === 1 ? ['One line', 'it is', 'it'] : [`${problems} lines`, 'they are', 'them'];
  return [
    ...(total === undefined ? ['All of it together costs too much to be ordered at once.'] : []),
    ...(problems > 0 ? [`${lines} cannot be ordered as ${are}. Change or remove ${them} first.`] : []),
  ].join(' ');
}
