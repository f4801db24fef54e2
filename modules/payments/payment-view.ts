import { z } from 'zod';
import { entityView, type Shown } from '../kernel/history.ts';
import type { PaymentEvent } from './events.ts';
import { type Payment, payment } from './payment.ts';

const money = z.object({ amount: z.int(), currency: z.string() });
const share = z.object({ bookingId: z.string(), uid: z.string(), amount: money });

/** What a payment is shown as: nothing that pays it, or gives its money back. */
const schema = z.object({
  status: z.enum(['open', 'closed', 'canceled', 'succeeded']),
  amount: money,
  orders: z.array(share),
  intentId: z.string().optional(),
  received: z.array(z.object({ intentId: z.string(), orders: z.array(share) })),
  refunds: z.record(z.string(), z.object({ share, state: z.string() })),
  disputes: z.record(z.string(), z.object({ amount: money, state: z.string() })),
});

/** A payment as it was decided on. */
export const paymentView = entityView<Payment>({
  name: payment.name,
  initial: payment.initial,
  // A payment's stream holds its own events only, and what a newer release wrote leaves it as it is.
  evolve: (state, event) => payment.evolve(state, event as unknown as PaymentEvent),
  shown(known) {
    if (known.status === 'none') return undefined;
    const { refunds, disputes } = known;
    const byId = { refunds: Object.fromEntries(refunds), disputes: Object.fromEntries(disputes) };
    return schema.parse({ ...known, ...byId }) as Shown;
  },
});
