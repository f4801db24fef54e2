import { distorted, type Faults, faulty, refusedBy, type Sent, unknownError } from '../faults.ts';
import type { SandboxStore } from '../keeping/store.ts';
import { announcer, type Cause } from '../messages/announce.ts';
import type { Ids } from '../objects/ids.ts';
import { once } from '../requests/idempotency.ts';
import { callerOf, type Keys, onlyServers } from '../requests/keys.ts';
import { StripeFailure } from '../requests/stripe-failure.ts';
import type { Tries } from '../requests/tries.ts';
import type { Answer, Bench } from './bench.ts';
import { endpointAt } from './endpoints.ts';
import { settlePaymentOf } from './intent-calls.ts';
import { settleRefundOf } from './refund-calls.ts';

export type Desk = Keys & {
  store: SandboxStore;
  clock: () => Date;
  ids: Ids;
  laterAfter: number;
  faults: Faults;
  tries: Tries;
  onFault: (error: unknown) => void;
  /** Something was written; there may be events to deliver. */
  changed: () => void;
};

/** A call of Stripe's API, however it came. */
export type Asked = {
  method: string;
  /** "/v1/refunds" */
  path: string;
  requestId: string;
  authorization?: string;
  /** A key that was sent as a field or in the address, as browsers do. */
  keyField?: unknown;
  idempotencyKey?: string;
  /** The fields of the form, or of the address. */
  params: unknown;
};

/** Answers a call; undefined when the answer is lost on its way. What is wrong with the call is an answer too. */
export function ask(desk: Desk, asked: Asked): Sent | undefined {
  const { method, path, requestId, idempotencyKey: key } = asked;
  const endpoint = `${method} ${path}`;
  try {
    settleDue(desk);
    const caller = callerOf(asked.authorization, asked.keyField, desk);
    const at = endpointAt(method, path);
    if (!at) throw unrecognized(asked);
    const { found, id } = at;
    if (found.who === 'servers') onlyServers(caller);
    if (caller === 'browser' && method === 'POST') desk.tries.count(id);
    const fault = desk.faults(endpoint);
    if (fault === 'loses the request') return undefined;
    const refusal = refusedBy(fault);
    if (refusal) return refusal;
    const given = transact(desk, { requestId, idempotencyKey: key }, (bench) => {
      const prepare = () => {
        const call = found.prepare(id, asked.params);
        return faulty(fault, () => call({ ...bench, caller }));
      };
      // A GET changes nothing, and is carried out each time: Stripe looks at keys of POST only.
      const recordedAs = method === 'GET' ? undefined : key;
      const request = { caller, key: recordedAs, endpoint, params: asked.params, requestId, now: bench.now };
      return once(desk.store, desk.secretKey, request, prepare);
    });
    desk.changed();
    return distorted(fault, given);
  } catch (error) {
    if (error instanceof StripeFailure) return failed(error);
    desk.onFault(error);
    return failed(unknownError());
  }
}

/** Does something that nobody asked for over the API: time does it, a bank, or somebody at the dashboard. */
export function transact<Result>(desk: Desk, cause: Cause, work: (bench: Bench) => Result): Result {
  const { store, ids, laterAfter } = desk;
  const now = desk.clock();
  const announce = announcer(store, ids, now, cause);
  return store.atomically(() => work({ now, store, ids, announce, laterAfter }));
}

/** Lets happen what is due. Returns when the next is, in milliseconds since 1970. */
export function settleDue(desk: Desk): number | undefined {
  for (;;) {
    const later = desk.store.nextLater();
    if (!later || later.dueAt > desk.clock().getTime()) return later?.dueAt;
    transact(desk, { requestId: null }, (bench) => {
      bench.store.dropLater(later.id);
      if (later.about === 'payment') settlePaymentOf(later.id, later.outcome, bench);
      else settleRefundOf(later.id, { outcome: later.outcome, failureReason: 'expired_or_canceled_card' }, bench);
    });
  }
}

const failed = (failure: StripeFailure): Answer => ({ status: failure.status, body: failure.body });

function unrecognized({ method, path }: Asked): StripeFailure {
  const message = `Unrecognized request URL (${method}: ${path}).`;
  return new StripeFailure({ status: 404, type: 'invalid_request_error', message });
}
