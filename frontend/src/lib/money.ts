/** How many digits a currency has after the point: 2 for usd, 0 for jpy. */
function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Price times quantity, reckoned in minor units: 0.1 x 3 is 0.3, not 0.30000000000000004. */
export function priceOf(perPrice: number, quantity: number, currency: string): number {
  const scale = 10 ** digitsOf(currency);
  return (Math.round(perPrice * scale) * quantity) / scale;
}

export function formatPrice(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
}
