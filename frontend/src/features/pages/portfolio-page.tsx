export function PortfolioPage() {
  return null;
}
