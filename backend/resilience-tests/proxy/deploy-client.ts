import { setTimeout } from 'node:timers/promises';
import { type ApiClient, orderOf } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';

export const price = 19.99;
/** Milliseconds from an answer to the next call, so that there is some load and the machine is not all taken by it. */
const think = asOften(180, 30);

/** What all clients were answered. */
export type Calls = {
  made: number;
  /** Ids of the orders that were acknowledged. */
  readonly orders: string[];
  /** What was asked and not answered as it should be. */
  readonly failed: string[];
};

type Asking = {
  readonly toolId: string;
  readonly calls: Calls;
  /** Sent with each call. */
  readonly cookie: string | undefined;
  readonly signal: AbortSignal;
};

/** Orders and reads, and tries nothing again: each call has one chance. */
export async function keepCalling(who: ApiClient, { toolId, calls, cookie, signal }: Asking): Promise<void> {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    if (signal.aborted) return undefined;
    calls.made++;
    try {
      const reply = await who.call<{ insertedId: string }>(method, path, { body, headers });
      if (reply.status >= 300) calls.failed.push(`${method} ${path}: ${reply.status} ${reply.text}`);
      else return reply.body;
    } catch (reason) {
      // What fetch throws when the connection is gone.
      calls.failed.push(`${method} ${path}: ${reason instanceof TypeError ? reason.cause : reason}`);
    } finally {
      await setTimeout(think * (0.5 + Math.random()));
    }
    return undefined;
  };
  while (!signal.aborted) {
    await ask('GET', '/tool?limit=6');
    await ask('GET', `/tool/${toolId}`);
    // Without a key: nothing in between may send it twice.
    const ordered = await ask('POST', '/booking', orderOf(who, toolId, price));
    if (ordered) {
      calls.orders.push(ordered.insertedId);
      await ask('GET', `/booking/${ordered.insertedId}`);
    }
    await ask('GET', '/config');
  }
}
