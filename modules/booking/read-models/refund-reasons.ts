import { erased } from '../../kernel/values/erased.ts';

/** Why money of an order was to go back, and whether it did. */
export type RefundReason = {
  readonly refundId: string;
  /** In the words of whoever asked for it; empty for what the provider's own dashboard began. */
  readonly reason: string;
  readonly stands: 'asked' | 'back' | 'failed';
};

/** Of the refunds of an order that were asked for, the latest last. */
export type RefundReasons = readonly RefundReason[];

/** With one refund more that was asked for, or asked for again. */
export function withAsked(reasons: RefundReasons, refundId: string, reason: string): RefundReasons {
  return [...reasons.filter((one) => one.refundId !== refundId), { refundId, reason, stands: 'asked' }];
}

/** With a refund that went back, or did not. Of one that nobody here asked for there is no reason. */
export function withStanding(reasons: RefundReasons, refundId: string, stands: RefundReason['stands']): RefundReasons {
  return reasons.map((one) => (one.refundId === refundId ? { ...one, stands } : one));
}

/** Of somebody who was forgotten: as whoever reads them without their key reads them. */
export function withoutWords(reasons: RefundReasons): RefundReasons {
  return reasons.map((one) => ({ ...one, reason: erased }));
}

/**
 * Why money went back, the latest reason of several; where none did, why it is on its way, or else was to. Without this, whoever got
 * money back for one reason would be told another, for which nothing came.
 */
export function shownReason(reasons: RefundReasons): string | undefined {
  const latest = (stands: RefundReason['stands']) =>
    reasons.findLast((one) => one.stands === stands && one.reason !== '');
  return (latest('back') ?? latest('asked') ?? latest('failed'))?.reason;
}
