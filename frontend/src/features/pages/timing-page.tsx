export function TimingPage() {
  return null;
}
