import { Conflict, type FieldError, Invalid, Unavailable } from '../../modules/kernel/errors.ts';
import { amountNotCharged } from '../../modules/payments/bounds/contract.ts';

/** How many wrong fields of a message are named in words. */
const mostNamed = 5;

/** The message was not signed by the provider, or at another time. Nothing in it may be believed. */
export class BadSignature extends Invalid {
  override name = 'BadSignature';
  override readonly countedAt = 'warn';
  constructor() {
    // What the package threw holds the whole message, which is not for logs.
    super('The message is not signed with the webhook secret, or not in the last five minutes.');
  }
}

/**
 * The message was signed by the provider, and is not of a shape that is known. It names the fields, never what they hold:
 * the log and the provider's own pages show it.
 */
export class OddMessage extends Invalid {
  override name = 'OddMessage';
  override readonly countedAt = 'warn';
  /** @param which the message, by its id and type, where it has them */
  constructor(errors: readonly FieldError[], which = '') {
    const fields = errors.slice(0, mostNamed).map(({ path, message }) => `${path || 'the whole'}: ${message}`);
    super(`The signed message${which} is not of a shape that is known: ${fields.join('; ')}.`, errors);
  }
}

/** The provider gave no usable answer (network, timeout, its own fault, our key). The outcome is not known. */
export class GatewayUnavailable extends Unavailable {
  override name = 'GatewayUnavailable';
}

/** The provider said no, in its own words: a card error or a request it does not accept. */
export class GatewayRefused extends Conflict {
  override name = 'GatewayRefused';
  /** Stripe's error code, for example `card_declined` (https://docs.stripe.com/error-codes). */
  readonly code: string | undefined;
  /** The bank's reason, for example `insufficient_funds` (https://docs.stripe.com/declines/codes). */
  readonly declineCode: string | undefined;

  /** By which the provider's support finds the call. */
  readonly requestId: string | undefined;

  constructor(message: string, about: { code?: string; declineCode?: string; requestId?: string }) {
    // No cause: what the package threw may hold the client secret, which is not for logs.
    super(message);
    this.code = about.code;
    this.declineCode = about.declineCode;
    this.requestId = about.requestId;
  }
}

/** The provider does not charge so much at once, or so little: no card pays it, however often it is tried. */
export class AmountNotCharged extends GatewayRefused {
  override name = 'AmountNotCharged';
  override readonly type = amountNotCharged;
}
