/** The codes of a refund that failed, as Stripe has them (the field failure_reason), and a state that came without one. */
const known: Readonly<Record<string, string>> = {
  charge_for_pending_refund_disputed: 'The buyer disputed the payment meanwhile',
  declined: 'The bank declined it',
  expired_or_canceled_card: 'The card had expired or was cancelled',
  insufficient_funds: 'The shop’s balance at the provider was too low',
  lost_or_stolen_card: 'The card was reported lost or stolen',
  merchant_request: 'The shop called it off',
  unknown: 'The provider does not say why',
  failed: 'The provider does not say why',
  canceled: 'It was called off',
};

/** Why money could not go back, as a sentence without its full stop: of a code that is not known, the code's own words. */
export function whyNotRefunded({ because, wasRefunded }: { because: string; wasRefunded: boolean }): string {
  const words = /\s/.test(because) ? because.replace(/\.$/, '') : because.replaceAll('_', ' ');
  const why = known[because] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  return wasRefunded ? `${why} (a bank sent it back)` : why;
}
