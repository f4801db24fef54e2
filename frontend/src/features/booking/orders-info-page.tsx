export function OrdersInfoPage() {
  return null;
}
