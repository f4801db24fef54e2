import { DatabaseSync } from 'node:sqlite';
import type { EventStore } from '../../modules/kernel/event-store.ts';

/** Integers of minor units. */
export type Books = {
  /** What was received, whatever became of it. */
  readonly taken: number;
  /** What went back by refunds, and did not come back. */
  readonly givenBack: number;
  /** What banks took by disputes that were lost. */
  readonly lost: number;
};

const pageSize = 1_000;

/** What the provider's own database says. */
export function booksOfProvider(file: string): Books & { readonly open: number } {
  const database = new DatabaseSync(file, { readOnly: true });
  const sum = (sql: string) => Number(database.prepare(sql).get()?.sum ?? 0);
  const amount = "coalesce(sum(json_extract(body, '$.amount')), 0) AS sum";
  const having = (status: string) => `WHERE json_extract(body, '$.status') = '${status}'`;
  try {
    return {
      taken: sum(`SELECT ${amount} FROM intents ${having('succeeded')}`),
      givenBack: sum(`SELECT ${amount} FROM refunds ${having('succeeded')}`),
      lost: sum(`SELECT ${amount} FROM disputes ${having('lost')}`),
      open:
        sum(`SELECT count(*) AS sum FROM refunds ${having('pending')}`) +
        sum(`SELECT count(*) AS sum FROM disputes ${having('needs_response')}`) +
        sum(`SELECT count(*) AS sum FROM intents ${having('processing')}`),
    };
  } finally {
    database.close();
  }
}

type AnyEvent = { readonly type: string; readonly data: { readonly [field: string]: unknown } };

export type BooksOfShop = Books & {
  /** How many pieces came back to the shelf, by tool. */
  readonly restocked: ReadonlyMap<string, number>;
  readonly events: number;
  readonly expired: number;
  /** How often money came for an order that was gone, or paid before. */
  readonly unmatched: number;
  /** Refunds that were asked for, and of which nobody has said what became of them. */
  readonly unanswered: ReadonlySet<string>;
};

/** What the shop's own history says of the same. */
export async function booksOfShop(store: EventStore): Promise<BooksOfShop> {
  const restocked = new Map<string, number>();
  const disputes = new Map<string, { state: string; amount: number }>();
  const unanswered = new Set<string>();
  const sums = { taken: 0, givenBack: 0, events: 0, expired: 0, unmatched: 0 };
  const on: Record<string, (data: AnyEvent['data']) => void> = {
    PaymentSucceeded({ amount }) {
      sums.taken += minor(amount);
    },
    PaymentUnmatched() {
      sums.unmatched += 1;
    },
    RefundRequested({ refundId }) {
      unanswered.add(String(refundId));
    },
    BookingRefunded({ refundId, amount }) {
      unanswered.delete(String(refundId));
      sums.givenBack += minor(amount);
    },
    BookingRefundFailed({ refundId, amount, wasRefunded }) {
      unanswered.delete(String(refundId));
      if (wasRefunded === true) sums.givenBack -= minor(amount);
    },
    DisputeChanged({ disputeId, state, amount }) {
      disputes.set(String(disputeId), { state: String(state), amount: minor(amount) });
    },
    BookingExpired() {
      sums.expired += 1;
    },
    StockReturned({ toolId, quantity }) {
      restocked.set(String(toolId), (restocked.get(String(toolId)) ?? 0) + Number(quantity));
    },
  };
  let after = 0n;
  for (let caughtUp = false; !caughtUp; ) {
    const batch = await store.readAll({ after, limit: pageSize });
    sums.events += batch.events.length;
    for (const event of batch.events) on[event.type]?.(Object(event.data));
    after = batch.position;
    caughtUp = batch.caughtUp;
  }
  const lost = [...disputes.values()].filter(({ state }) => state === 'lost');
  return { ...sums, lost: lost.reduce((sum, { amount }) => sum + amount, 0), restocked, unanswered };
}

const minor = (money: unknown) => Number(Object(money).amount);
