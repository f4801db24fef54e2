export function PurchasePage() {
  return null;
}
