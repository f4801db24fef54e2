import { type Decline, declines } from './declines.ts';

/** Why a customer disputes a payment, in Stripe's words. */
export type DisputeReason = 'fraudulent' | 'product_not_received' | 'general';

/** What a test card does when it is charged. */
export type TestCard = {
  number: string;
  /** The PaymentMethod that stands for it in tests, as in `payment_method=pm_card_visa`. */
  token?: string;
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';
  funding: 'credit' | 'debit' | 'prepaid';
  authentication?: 'required';
  decline?: Decline;
  /** The bank takes its time to say whether it pays. */
  charge?: 'processing';
  /** What a refund to it begins as and becomes some time later: pending, then it succeeds; or succeeded, then it fails. */
  refund?: 'pending' | 'fails';
  /** What its owner tells their bank as soon as they have paid. */
  dispute?: { reason: DisputeReason; isInquiry?: boolean };
  /** Its bank warns of fraud as soon as it has paid; no money moves. */
  warning?: 'early fraud';
};

const visa = (number: string, token?: string, more: Partial<TestCard> = {}): TestCard => ({
  number,
  token,
  brand: 'visa',
  funding: 'credit',
  ...more,
});

/** Stripe's test cards (https://docs.stripe.com/testing), the ones a storefront meets. */
const testCards: TestCard[] = [
  visa('4242424242424242', 'pm_card_visa'),
  visa('4000056655665556', 'pm_card_visa_debit', { funding: 'debit' }),
  { number: '5555555555554444', token: 'pm_card_mastercard', brand: 'mastercard', funding: 'credit' },
  { number: '2223003122003222', brand: 'mastercard', funding: 'credit' },
  { number: '5200828282828210', token: 'pm_card_mastercard_debit', brand: 'mastercard', funding: 'debit' },
  { number: '5105105105105100', token: 'pm_card_mastercard_prepaid', brand: 'mastercard', funding: 'prepaid' },
  { number: '378282246310005', token: 'pm_card_amex', brand: 'amex', funding: 'credit' },
  { number: '371449635398431', brand: 'amex', funding: 'credit' },
  { number: '6011111111111117', token: 'pm_card_discover', brand: 'discover', funding: 'credit' },
  { number: '6011000990139424', brand: 'discover', funding: 'credit' },
  { number: '6011981111111113', brand: 'discover', funding: 'debit' },
  { number: '3056930009020004', token: 'pm_card_diners', brand: 'diners', funding: 'credit' },
  { number: '36227206271667', brand: 'diners', funding: 'credit' },
  { number: '3566002020360505', token: 'pm_card_jcb', brand: 'jcb', funding: 'credit' },
  { number: '6200000000000005', token: 'pm_card_unionpay', brand: 'unionpay', funding: 'credit' },
  { number: '6200000000000047', brand: 'unionpay', funding: 'debit' },
  { number: '6205500000000000004', brand: 'unionpay', funding: 'credit' },

  visa('4000000000000002', 'pm_card_visa_chargeDeclined', { decline: declines.generic }),
  visa('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', { decline: declines.insufficientFunds }),
  visa('4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', { decline: declines.lost }),
  visa('4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', { decline: declines.stolen }),
  visa('4000000000006975', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded', { decline: declines.velocity }),
  visa('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', { decline: declines.expired }),
  visa('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', { decline: declines.incorrectCvc }),
  visa('4000000000000119', 'pm_card_chargeDeclinedProcessingError', { decline: declines.processing }),

  visa('4000002500003155', 'pm_card_authenticationRequiredOnSetup', { authentication: 'required' }),
  visa('4000002760003184', 'pm_card_authenticationRequired', { authentication: 'required' }),
  visa('4000000000003220', 'pm_card_threeDSecure2Required', { authentication: 'required' }),
  visa('4000008260003178', 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', {
    authentication: 'required',
    decline: declines.insufficientFunds,
  }),

  visa('4000000000007726', 'pm_card_pendingRefund', { refund: 'pending' }),
  visa('4000000000005126', 'pm_card_refundFail', { refund: 'fails' }),
  visa('4000000000000259', 'pm_card_createDispute', { dispute: { reason: 'fraudulent' } }),
  visa('4000000000002685', 'pm_card_createDisputeProductNotReceived', {
    dispute: { reason: 'product_not_received' },
  }),
  visa('4000000000001976', 'pm_card_createDisputeInquiry', { dispute: { reason: 'general', isInquiry: true } }),

  visa('4000000000005423', 'pm_card_createIssuerFraudRecord', { warning: 'early fraud' }),

  // The sandbox's own: Stripe's cards never stay in processing.
  visa('4000000000008880', 'pm_card_processing', { charge: 'processing' }),
];

const byNumber = new Map(testCards.map((card) => [card.number, card]));
const byToken = new Map(testCards.flatMap((card) => (card.token ? [[card.token, card]] : [])));

export const testCardOfNumber = (number: string) => byNumber.get(number);
export const testCardOfToken = (token: string) => byToken.get(token);
