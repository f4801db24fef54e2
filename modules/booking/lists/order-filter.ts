import { microsecondsOf } from '../../kernel/time/moment.ts';
import { sinceOf, untilOf } from '../../kernel/time/time-range.ts';
import type { OrdersWanted } from '../contract.ts';
import type { BookingDocument } from '../read-models/bookings.ts';

/** Whose orders, or which by their number, a text of `q` means: any of them. */
export type Meant = { readonly uids: ReadonlySet<string>; readonly number: string | undefined };

/** The same before one knows of everybody who has ordered: `uids` is left out where more people are called like that than are listed. */
export type Understood = Partial<Pick<Meant, 'uids'>> & Pick<Meant, 'number'>;

/** At least so many digits make the beginning of a number; fewer would be that of very many orders. */
const number = /^(?:[0-9a-f]{3,8}|[0-9a-f]{8}-[0-9a-f]{0,4}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{0,22})$/;

/** How the ids begin of orders whose number a text is, or begins; undefined for what is no number. Hyphens may be left out. */
export function idPrefixOf(text: string): string | undefined {
  const asWritten = text.trim().toLowerCase().replace(/^#/, '');
  const said = /^[0-9a-f]{9,12}$/.test(asWritten) ? `${asWritten.slice(0, 8)}-${asWritten.slice(8)}` : asWritten;
  return number.test(said) ? said : undefined;
}

/** Whether an order is what is looked for. Each part of the question must hold. */
export function isWanted(
  { status, fulfilment, toolId, since, until }: OrdersWanted,
  { whose, meant }: { readonly whose: string | undefined; readonly meant: Meant | undefined },
): (order: BookingDocument) => boolean {
  const from = since === undefined ? undefined : sinceOf(since);
  const to = until === undefined ? undefined : untilOf(until);
  return (order) => {
    if (status !== undefined && order.status !== status) return false;
    if (fulfilment !== undefined && order.fulfilment !== fulfilment) return false;
    if (whose !== undefined && order.uid !== whose) return false;
    if (toolId !== undefined && order.toolId !== toolId) return false;
    const at = microsecondsOf(order.at) ?? 0;
    if ((from !== undefined && at < from) || (to !== undefined && at > to)) return false;
    return !meant || meant.uids.has(order.uid) || (meant.number !== undefined && order._id.startsWith(meant.number));
  };
}
