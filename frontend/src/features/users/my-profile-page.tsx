export function MyProfilePage() {
  return null;
}
