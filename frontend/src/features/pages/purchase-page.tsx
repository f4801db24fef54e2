import { PageHead } from '../../components/layout/page-head.tsx';

export function PurchasePage() {
  return (
    <>
      <PageHead title="Payment" />
      <p>This a purchase</p>
    </>
  );
}
