export function DashboardLayout() {
  return null;
}
