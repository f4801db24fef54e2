import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import { type ApiClient, orderOf } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';
import type { StubbornClient } from '../visitors/stubborn-client.ts';

/** What the shop has said yes to. Every write was insisted on, so that there is nothing of which nobody knows. */
export class Acknowledged {
  /** Orders that are there, with the tool that each is of. */
  readonly orders = new Map<string, string>();
  readonly deleted = new Set<string>();
  writes = 0;
  /** Answers that were not shown at once, and said so. */
  notYetApplied = 0;
  soldOut = 0;
}

export const price = 19.99;
/** Milliseconds from one write to the next. */
const think = asOften(100, 0);

/**
 * Orders one tool after the other and deletes every fourth order again, until told to stop. After every answer the order
 * is looked up at another node, which must show what the answer said.
 */
export async function keepBuying(
  buyer: StubbornClient,
  who: ApiClient,
  { tools, said, signal }: { tools: readonly string[]; said: Acknowledged; signal: AbortSignal },
): Promise<void> {
  for (let count = 0; !signal.aborted; count++) {
    await setTimeout(think);
    const toolId = tools[count % tools.length] ?? '';
    const { reply, node } = await buyer.write<{ insertedId: string; detail?: string }>(
      'POST',
      '/booking',
      orderOf(who, toolId, price),
    );
    said.writes++;
    if (reply.status === 409) {
      expect(reply.body.detail).toBe('Only 0 left');
      said.soldOut++;
      continue;
    }
    expect(reply.status, reply.text).toBe(201);
    const id = reply.body.insertedId;
    expect(said.orders.has(id)).toBe(false);
    said.orders.set(id, toolId);
    if (isApplied(reply.headers, said)) {
      const { status, body } = await buyer.readElsewhere<Booking>(`/booking/${id}`, node);
      expect({ status, toolId: body.toolId }).toEqual({ status: 200, toolId });
    }
    if (count % 4 === 3) await takeBack(buyer, id, said);
  }
}

async function takeBack(buyer: StubbornClient, id: string, said: Acknowledged): Promise<void> {
  const { reply, node } = await buyer.write<{ deletedCount: number }>('DELETE', `/booking/${id}`);
  said.writes++;
  expect(reply.status, reply.text).toBe(200);
  said.orders.delete(id);
  said.deleted.add(id);
  if (!isApplied(reply.headers, said)) return;
  expect((await buyer.readElsewhere(`/booking/${id}`, node)).status).toBe(404);
}

function isApplied(headers: Headers, said: Acknowledged): boolean {
  if (headers.get('event-applied') !== 'false') return true;
  said.notYetApplied++;
  return false;
}
