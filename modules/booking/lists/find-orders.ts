import { cursorAfter, type Place, placeOf as placeIn } from '../../kernel/documents/cursor.ts';
import type { View } from '../../kernel/documents/view.ts';
import { microsecondsOf, momentOf } from '../../kernel/time/moment.ts';
import { sinceOf, untilOf } from '../../kernel/time/time-range.ts';
import type { PageQuery } from '../../kernel/wire/wire.ts';
import type { PeopleSought } from '../../users/contract.ts';
import { fulfilments, type OrdersWanted, orderStatuses } from '../contract.ts';
import { type BookingDocument, stageOf } from '../read-models/bookings.ts';
import { mergedOrders, type OrderList, placeOf } from './merged-orders.ts';
import { idPrefixOf, isWanted, type Understood } from './order-filter.ts';
import { ordersByNumber } from './orders-by-number.ts';

/** How many orders are looked at for one answer, whatever is asked: what is not found among them is for the next page. */
export const mostLooked = 2_000;
/** Of how many people with such a name or email the lists of orders are read; of more, orders are asked whose they are. */
const mostPeople = 20;
/** Of how many orders it is asked at once whose they are. */
const askedAtOnce = 50;

type Wiring = {
  readonly bookings: View<BookingDocument>;
  readonly people: PeopleSought;
  /** How many orders are looked at for one answer; `mostLooked` when left out. */
  readonly looksAt?: number;
  /** Of how many people the lists are read; `mostPeople` when left out. */
  readonly listsOf?: number;
};

export type FoundOrders = {
  readonly orders: BookingDocument[];
  /** Goes on after what was looked at: there may be more, or not. */
  readonly next: string | undefined;
  /** How many there are, where a count is kept of just what is asked for. */
  readonly total: number | undefined;
  readonly asOf: bigint;
};

/**
 * Orders that are all that is asked of them, newest first. They are read off the narrowest list that is kept: of those with
 * such a number, of people where few are called like that, of a tool, or of where orders stand; and never more of it than `mostLooked`, so that nobody who looks
 * for what is rare among millions keeps others waiting.
 * @param how.whose by uid, whose the email is that is asked for, which who asks has found out to know whether they may: '' for
 * nobody's, undefined where none is asked for
 * @throws Invalid for a cursor of another question.
 */
export async function findOrders(
  { bookings, people, looksAt = mostLooked, listsOf = mostPeople }: Wiring,
  { limit, after, ...wanted }: OrdersWanted & PageQuery,
  { whose, signal }: { readonly whose: string | undefined; readonly signal?: AbortSignal },
): Promise<FoundOrders> {
  const question = { index: JSON.stringify(wanted, Object.keys(wanted).sort()), key: '', order: 'descending' } as const;
  const cursor = placeIn('found-orders', { ...question, ...(after !== undefined && { after }) });
  const asOf = await bookings.asOf();
  const meant = wanted.q === undefined ? undefined : await meantBy(people, wanted.q, { whose, listsOf });
  const { lists, isAll } = await narrowest(bookings, wanted, { whose, meant });
  const total = isAll ? await sum(lists.map(({ index, key }) => bookings.count(index, key))) : undefined;
  // Those of one person are all in their list.
  const among = meant?.number === undefined || whose !== undefined ? [] : await ordersByNumber(bookings, meant.number);
  const from = cursor ?? endOf(wanted);
  const oldest = wanted.since === undefined ? undefined : sinceOf(wanted.since);

  const orders: BookingDocument[] = [];
  let last: Place | undefined;
  let looked = 0;
  const merged = mergedOrders(bookings, lists, { from, signal, among });
  const judgedBy = (uids: ReadonlySet<string> | undefined) =>
    isWanted(wanted, { whose, meant: uids && { uids, number: meant?.number } });
  const isOneOfAll = meant && !meant.uids ? undefined : judgedBy(meant?.uids);
  for await (const some of inPieces(merged, isOneOfAll ? 1 : askedAtOnce)) {
    const isOne = isOneOfAll ?? judgedBy(await people.calledLike(wanted.q ?? '', uidsOf(some)));
    for (const order of some) {
      if (orders.length === limit || looked === looksAt) {
        return { orders, next: last && cursorAfter(last, 'found-orders', question), total, asOf };
      }
      if (oldest !== undefined && (microsecondsOf(order.at) ?? 0) < oldest) {
        return { orders, next: undefined, total, asOf };
      }
      looked += 1;
      last = placeOf(order);
      if (isOne(order)) orders.push(order);
    }
  }
  return { orders, next: undefined, total, asOf };
}

/** Of one person's orders it matters whether they are called like that, and not who else is: anybody may ask for their own. */
async function meantBy(
  people: Wiring['people'],
  q: string,
  { whose, listsOf }: { whose: string | undefined; listsOf: number },
): Promise<Understood> {
  const uids = await (whose === undefined ? people.matching(q, listsOf) : people.calledLike(q, [whose]));
  return { number: idPrefixOf(q), ...(uids && { uids: new Set(uids) }) };
}

const uidsOf = (orders: readonly BookingDocument[]) => [...new Set(orders.map(({ uid }) => uid))];

/** So many at once, and in the end what is left. */
async function* inPieces<One>(all: AsyncIterable<One>, size: number): AsyncGenerator<One[]> {
  let piece: One[] = [];
  for await (const one of all) {
    piece.push(one);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

/** The lists that have all that is wanted and as little else as can be; `isAll`: they have nothing else. */
async function narrowest(
  bookings: View<BookingDocument>,
  { status, fulfilment, toolId, since, until }: OrdersWanted,
  { whose, meant }: { whose: string | undefined; meant: Understood | undefined },
): Promise<{ lists: OrderList[]; isAll: boolean }> {
  const isAnyTime = since === undefined && until === undefined;
  const isAnyStage = status === undefined && fulfilment === undefined;
  if (whose !== undefined || meant?.uids) {
    const uids = whose === undefined ? [...(meant?.uids ?? [])] : [whose];
    const isAll = isAnyTime && isAnyStage && toolId === undefined && (whose === undefined || !meant) && !meant?.number;
    return { lists: uids.map((uid) => ({ index: 'uid', key: uid })), isAll };
  }
  const stages = isAnyStage ? undefined : stagesOf(status, fulfilment);
  const ofTool = toolId === undefined ? undefined : [{ index: 'tool', key: toolId }];
  if (!stages) return { lists: ofTool ?? [{ index: 'all', key: '' }], isAll: isAnyTime && !meant };
  if (!ofTool) return { lists: stages, isAll: isAnyTime && !meant };
  const [atStage, inTool] = await Promise.all(
    [stages, ofTool].map((lists) => sum(lists.map(({ index, key }) => bookings.count(index, key)))),
  );
  return { lists: (inTool ?? 0) <= (atStage ?? 0) ? ofTool : stages, isAll: false };
}

/** Of where orders stand with money, and on their way, each has a list of its own. */
function stagesOf(status: OrdersWanted['status'], fulfilment: OrdersWanted['fulfilment']): OrderList[] {
  const keys = (status ? [status] : orderStatuses).flatMap((money) =>
    (fulfilment ? [fulfilment] : fulfilments).map((way) => stageOf({ status: money, fulfilment: way })),
  );
  return [...new Set(keys)].map((key) => ({ index: 'status', key }));
}

/**
 * Before the first that may be wanted: the beginning of the millisecond after the last moment that is asked for, without its `Z`, so
 * that all times sort around it however many digits they have.
 */
function endOf({ until }: OrdersWanted): Place | undefined {
  const to = until === undefined ? undefined : untilOf(until);
  if (to === undefined) return undefined;
  return { sort: momentOf((Math.floor(to / 1_000) + 1) * 1_000).slice(0, '2026-01-02T03:04:05.678'.length), id: '' };
}

async function sum(counts: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(counts)).reduce((total, count) => total + count, 0);
}
