import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../backend/testing/context.ts';
import type { PaymentEvent } from './events.ts';
import { AnsweredWithFault, type PaymentGateway, type ProviderRefund } from './gateway.ts';
import { payment } from './payment.ts';
import { pursueRefund } from './pursue-refund.ts';
import { intentCreated, paymentOpened, paymentSucceeded, refundAttempted, refundChanged } from './testing/examples.ts';

const hour = 3_600_000;
const began = Date.parse(refundAttempted().data.at);

const reported = (but: Partial<ProviderRefund> = {}): ProviderRefund => ({
  ...{ providerRefundId: 're_1', intentId: 'pi_1', refundId: 'r1', amount: 1999, currency: 'usd' },
  ...{ state: 'succeeded', at: refundAttempted().data.at },
  ...but,
});

/** What the provider has, and what it answers to each attempt. */
type Provider = { has: readonly ProviderRefund[]; answers?: (attempt: number) => ProviderRefund };

/** Goes on with a refund, so many hours after it was attempted. */
async function pursued(events: readonly PaymentEvent[], hours: number, { has, answers }: Provider) {
  const commands = new InMemoryCommands();
  const happened = [paymentOpened(), intentCreated(), paymentSucceeded(), ...events];
  await commands.execute(payment, 'p1', contextOf('given'), { type: 'Given' }, () => happened);
  const asked: number[] = [];
  const gateway: Pick<PaymentGateway, 'refund' | 'refunds'> = {
    async refund({ attempt }) {
      asked.push(attempt);
      return answers?.(attempt) ?? reported();
    },
    refunds: async () => [...has],
  };
  const now = () => new Date(began + hours * hour);
  await pursueRefund({ commands, gateway: gateway as PaymentGateway, now }, 'p1', 'r1');
  const became = commands.log.slice(happened.length).flatMap(({ type, data }) => {
    const { providerRefundId, state } = data as { providerRefundId?: string; state?: string };
    return type === 'RefundChanged' ? `${providerRefundId} ${state}` : [];
  });
  return { asked, became };
}

describe('a refund that was asked for so long ago that the provider may have forgotten the key', () => {
  it('is found at the provider, which is not asked under that key again', async () => {
    const { asked, became } = await pursued([refundAttempted()], 23, { has: [reported()] });
    expect(asked).toEqual([]);
    expect(became).toEqual(['re_1 succeeded']);
  });

  it('is asked for under another key where the provider has none', async () => {
    const { asked, became } = await pursued([refundAttempted()], 23, { has: [] });
    expect(asked).toEqual([2]);
    expect(became).toEqual(['re_1 succeeded']);
  });

  it('is asked for under the same key before that', async () => {
    expect((await pursued([refundAttempted()], 22.9, { has: [] })).asked).toEqual([1]);
  });
});

describe('a refund that was asked for while a clock was ahead, so that nobody knows for how long the provider remembers the key', () => {
  it('is found at the provider, which is not asked under that key again', async () => {
    const { asked, became } = await pursued([refundAttempted()], -5, { has: [reported()] });
    expect(asked).toEqual([]);
    expect(became).toEqual(['re_1 succeeded']);
  });

  it('is asked for under that key where the provider has none, since another node may be about to', async () => {
    const { asked, became } = await pursued([refundAttempted()], -5, { has: [] });
    expect(asked).toEqual([1]);
    expect(became).toEqual(['re_1 succeeded']);
  });

  it('is looked for again where the provider answers that with a fault, and may have made it', async () => {
    const has: ProviderRefund[] = [];
    const { asked, became } = await pursued([refundAttempted()], -5, {
      has,
      answers() {
        has.push(reported());
        throw new AnsweredWithFault('The provider has a fault of its own.');
      },
    });
    expect(asked).toEqual([1]);
    expect(became).toEqual(['re_1 succeeded']);
  });

  it('is one of any other where the clocks of two nodes differ a little', async () => {
    expect((await pursued([refundAttempted()], -0.9, { has: [reported()] })).asked).toEqual([1]);
  });
});

it('a refund that is begun anew is not taken for the one before, which had failed and is at the provider still', async () => {
  const failed = refundChanged({ state: 'failed' });
  const { asked, became } = await pursued([refundAttempted(), failed, refundAttempted({ attempt: 2 })], 0, {
    has: [reported({ state: 'failed' })],
    answers(attempt) {
      if (attempt === 2) throw new AnsweredWithFault('The provider has a fault of its own.');
      return reported({ providerRefundId: 're_2' });
    },
  });
  expect(asked).toEqual([2, 3]);
  expect(became).toEqual(['re_2 succeeded']);
});
