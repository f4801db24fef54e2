import type { CommandContext } from '../../kernel/commands.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import type { Money } from '../../kernel/values/money.ts';

/** The order is in this payment, and in no other one until BookingPaymentClosed, or until it is paid. */
export type BookingPaymentOpened = DomainEvent<
  'BookingPaymentOpened',
  { bookingId: string; uid: string; paymentId: string; amount: Money }
>;
export type BookingPaymentClosed = DomainEvent<
  'BookingPaymentClosed',
  { bookingId: string; uid: string; paymentId: string; amount: Money }
>;

/** Money that the provider has received: which payment brought it. */
export type MoneyReceived = { paymentId: string; amount: Money };
/** The order costs nothing, so that there is nobody to ask for money; `amount` is 0. */
export type FreeOfCharge = { free: true; amount: Money };

/** Orders that one payment pays together have one receipt: whichever of them hears of the money last has it written. */
type OneReceipt = {
  /** All orders of the payment, on the last of them; none of them on the others. Left out where one order is paid alone. */
  receiptOf?: readonly string[];
};

export type BookingPaid = DomainEvent<
  'BookingPaid',
  { bookingId: string; uid: string; toolId: string } & ((MoneyReceived & OneReceipt) | FreeOfCharge)
>;

/** Money came that no order takes: the order is gone, was paid before, or costs something else. It goes back. */
export type PaymentUnmatched = DomainEvent<
  'PaymentUnmatched',
  {
    bookingId: string;
    uid: string;
    paymentId: string;
    amount: Money;
    because: 'gone' | 'paid before' | 'another amount';
  } & OneReceipt
>;

/** What every event about a refund says of it. */
type AboutRefund = {
  refundId: string;
  bookingId: string;
  uid: string;
  toolId: string;
  paymentId: string;
  amount: Money;
  /** It is money that fitted no order, and nothing of what was paid for this one. Else left out. */
  unmatched?: true;
};

/**
 * What the shop keeps of what was paid for the order, after it: the order is refunded when that is nothing, so that who
 * counts orders and money need not look back.
 */
type Kept = { kept: Money };

/** Money is to go back: the shop owes it from now on. */
export type RefundRequested = DomainEvent<
  'RefundRequested',
  AboutRefund & {
    reason: string;
    /** How many pieces go back to the shelf. */
    restock: number;
    by: string;
    /** It had failed, and is begun anew. Else left out. */
    again?: true;
    /** Of money that fitted no order: with which intent it came. Left out where it is begun anew, and in logs of before it was said. */
    intentId?: string;
  }
>;

/**
 * It is on its way back, though nobody here asked for it, since somebody did in the provider's own dashboard; or though the provider had
 * refused it, so that the order was told that it had failed.
 */
export type BookingRefundBegun = DomainEvent<'BookingRefundBegun', AboutRefund>;

/** It went back, by our refund or by one that was made in the provider's own dashboard. */
export type BookingRefunded = DomainEvent<
  'BookingRefunded',
  AboutRefund &
    Kept & {
      /** It went back in another way than through the provider, as RefundSettled says beside it. Else left out. */
      elsewhere?: true;
    }
>;

/** It did not go back after all, and is the shop's again. */
export type BookingRefundFailed = DomainEvent<
  'BookingRefundFailed',
  AboutRefund &
    Kept & {
      /** It had counted as given back: a bank sent it back, weeks later perhaps. */
      wasRefunded: boolean;
    }
>;

/** What becomes of money that could not be given back, where it is not tried again. */
export const settledHow = ['elsewhere', 'not owed'] as const;
export type SettledHow = (typeof settledHow)[number];

/** An admin saw to a refund that had failed: it is not tried again, and listed no more. */
export type RefundSettled = DomainEvent<
  'RefundSettled',
  AboutRefund & {
    /** `elsewhere`: the buyer was given it in another way, a transfer say. `not owed`: the shop keeps it, or a bank has it. */
    how: SettledHow;
    /** What was done about it, in the admin's words. */
    note: string;
    by: string;
  }
>;

/** How much of what was paid for the order banks have taken back for good has changed: a dispute was lost, or won after an appeal. */
export type BookingLossChanged = DomainEvent<
  'BookingLossChanged',
  {
    bookingId: string;
    uid: string;
    toolId: string;
    paymentId: string;
    /** What is lost now; 0 when nothing is any more. */
    amount: Money;
    /** How often the payment's refunds and disputes had changed by then: of two events the one with more holds. */
    change: number;
  }
>;

/** What payments must know of an order to take money for it. */
export type PayableOrder = {
  readonly bookingId: string;
  readonly uid: string;
  readonly price: Money;
  readonly status: 'unpaid' | 'paid' | 'refunded';
  /** The open payment that it is in. */
  readonly paymentId: string | undefined;
  /** In how many payments it was before. */
  readonly formerPayments: number;
};

/** An order's share of a payment. */
export type Share = { readonly bookingId: string; readonly uid: string; readonly amount: Money };

/** What became of a refund, as the provider has it. */
export type RefundOutcome = {
  readonly refundId: string;
  readonly paymentId: string;
  readonly share: Share;
  readonly state: 'pending' | 'succeeded' | 'failed';
  /** It is of what came once more with the same payment, and so of none of what paid its orders. Else left out. */
  readonly isOfMore?: true;
  /** It had failed, and is on its way all the same. Else left out. */
  readonly isAfterAll?: true;
  /** Where it stood for the order before it was looked what became of it: where it stands elsewhere by now, somebody has told what is newer. */
  readonly stood: RefundStands;
};

/** Where a refund stands for its order; undefined where the order knows of none. */
export type RefundStands = 'requested' | 'refunded' | 'failed' | undefined;

/** How much of an order's money is lost, by the present state of its payment; its share's amount is that. */
export type LossOfOrder = {
  readonly paymentId: string;
  readonly share: Share;
  /** How often the refunds and disputes of the payment have changed. */
  readonly change: number;
};

/** What payments asks of the orders. */
export interface Orders {
  /** The order as it is now; undefined when there is none, or it is gone. */
  find(bookingId: string): Promise<PayableOrder | undefined>;
  /**
   * A person's oldest unpaid order of that price: of those that can be read.
   * @throws SomeNotDone where there are some, and none can be
   */
  oldestUnpaid(uid: string, price: Money): Promise<PayableOrder | undefined>;
  /**
   * Where the same command has asked for the order's payment before: the payment that the order was in after it, if any.
   * @throws KeyUsedBefore when it was another request's
   */
  openedBefore(
    bookingId: string,
    context: CommandContext,
  ): Promise<{ readonly paymentId: string | undefined } | undefined>;
  /**
   * Takes an unpaid order into a payment, unless it is in another one, or was in more by now than `formerPayments`. Resolves to the
   * payment that it is in then, none when it is paid or gone; or, when the command is repeated, to the payment of the first time.
   */
  openPayment(
    which: { bookingId: string; formerPayments: number; paymentId: string },
    context: CommandContext,
  ): Promise<{ paymentId: string | undefined; repeated: boolean }>;
  /** The payment takes no money any more: the order is free for another one. */
  closePayment(which: { bookingId: string; paymentId: string }, context: CommandContext): Promise<bigint>;
  /**
   * Money has arrived for an order. Any number of times, one effect. Resolves to the position of what was appended.
   * @param payment.intentId with which intent it came
   * @param payment.fits whether the payment brought what it was to bring; what does not fit goes back
   * @param payment.receiptOf all orders of the payment, for the last of them, once all others have heard; none of them for
   * the others; left out where it is paid alone
   */
  pay(
    payment: { share: Share; paymentId: string; intentId: string; fits: boolean; receiptOf?: readonly string[] },
    context: CommandContext,
  ): Promise<bigint>;
  /** Where a refund stands for its order at this moment. */
  refundStands(which: { bookingId: string; refundId: string }): Promise<RefundStands>;
  /**
   * What became of money that was to go back. Any number of times, one effect.
   * @throws Busy where somebody has told of it since it was looked where it stood: whoever tells has to look again.
   */
  recordRefund(outcome: RefundOutcome, context: CommandContext): Promise<bigint>;
  /** How much of the order's money banks have taken back for good. Any number of times, one effect. */
  recordLoss(loss: LossOfOrder, context: CommandContext): Promise<bigint>;
  /**
   * Asks anew for a refund that failed.
   * @throws Conflict when it has not failed, or the order has no longer so much to give back.
   */
  retryRefund(which: { bookingId: string; refundId: string }, context: CommandContext): Promise<bigint>;
  /**
   * Says what became of a refund that failed, and is not tried again.
   * @throws Conflict when it has not failed, or somebody saw to it before.
   */
  settleRefund(
    which: { bookingId: string; refundId: string; how: SettledHow; note: string },
    context: CommandContext,
  ): Promise<bigint>;
}
