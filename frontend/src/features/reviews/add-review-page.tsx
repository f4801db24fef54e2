export function AddReviewPage() {
  return null;
}
