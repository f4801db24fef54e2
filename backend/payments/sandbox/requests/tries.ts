import { ExpiringCache } from '../../../../modules/kernel/memory/expiring-cache.ts';
import { StripeFailure } from './stripe-failure.ts';

/** So many tries of a browser within so many milliseconds. */
const most = 10;
const within = 10_000;

/**
 * How often browsers try to pay one payment. Stripe has bounds of its own against who tries out cards (429 with `rate_limit`,
 * https://docs.stripe.com/rate-limits); without any, one unpaid order would fill the log with declines.
 */
export class Tries {
  readonly #now: () => Date;
  readonly #counts: ExpiringCache<{ count: number }>;

  constructor(now: () => Date) {
    this.#now = now;
    this.#counts = new ExpiringCache({ capacity: 10_000, now });
  }

  /** @throws StripeFailure when there were too many lately */
  count(payment: string): void {
    const known = this.#counts.get(payment);
    if (!known) this.#counts.set(payment, { count: 1 }, this.#now().getTime() + within);
    else if (++known.count > most) throw tooMany();
  }
}

const tooMany = () =>
  new StripeFailure({
    status: 429,
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Too many tries to pay this. Please try again in a moment.',
  });
