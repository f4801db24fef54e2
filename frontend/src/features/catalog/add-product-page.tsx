export function AddProductPage() {
  return null;
}
