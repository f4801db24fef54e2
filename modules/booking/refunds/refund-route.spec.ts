import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf, keyedContextOf } from '../../../backend/testing/context.ts';
import { call } from '../../../backend/testing/deciding/call.ts';
import { inSession } from '../../../backend/testing/deciding/in-session.ts';
import type { Caller } from '../../kernel/route.ts';
import { booking } from '../booking.ts';
import { bookingPaid, refundRequested, toolBooked } from '../testing/examples.ts';
import { refundRoute } from './refund-route.ts';

const admin: Caller = { uid: 'a1', email: 'admin@example.com', name: 'Admin', role: 'admin', ...inSession };

describe('a refund', () => {
  it('has the id that its key makes for its order, in every release from now on', async () => {
    const { refund } = await opened();
    expect(await refund('b1')).toBe('e15950c2-73b7-864a-bde8-6d8bd7ced820');
  });

  it('has another id than one under the same key of another order, and the same when it is asked for again', async () => {
    const { commands, refund } = await opened();
    const [first, second] = [await refund('b1'), await refund('b2')];
    expect(first).not.toBe(second);
    expect([await refund('b1'), await refund('b2')]).toEqual([first, second]);
    expect(commands.ofType('RefundRequested').map(({ data }) => (data as { refundId: string }).refundId)).toEqual([
      first,
      second,
    ]);
  });

  it('keeps the id that it was given by the release of before', async () => {
    const { commands, refund } = await opened();
    const asked = keyedContextOf('k1', { payload: 'b1' });
    await commands.execute(booking, 'b1', asked, { type: 'RequestRefund' }, () => [refundRequested()]);
    expect(await refund('b1')).toBe('r1');
    expect(commands.ofType('RefundRequested')).toHaveLength(1);
  });
});

/** Two paid orders, whose money is given back under one key. */
async function opened() {
  const commands = new InMemoryCommands();
  for (const bookingId of ['b1', 'b2']) {
    const paid = () => [toolBooked({ bookingId }), bookingPaid({ bookingId })];
    await commands.execute(booking, bookingId, contextOf(bookingId), { type: 'BookTool' }, paid);
  }
  const routes = [refundRoute({ commands, currency: 'usd' })];
  return {
    commands,
    async refund(id: string): Promise<string> {
      const command = keyedContextOf('k1', { payload: id });
      const asked = { caller: admin, params: { id }, body: { reason: 'It is bent.' }, command };
      return ((await call(routes, 'POST /booking/{id}/refund', asked)).body as { refundId: string }).refundId;
    },
  };
}
