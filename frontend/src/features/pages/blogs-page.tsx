export function BlogsPage() {
  return null;
}
