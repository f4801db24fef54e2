export function MakeAdminPage() {
  return null;
}
