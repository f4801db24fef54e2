import { PageHead } from '../../components/page-head.tsx';

export function PurchasePage() {
  return (
    <>
      <PageHead title="Payment" />
      <p>This a purchase</p>
    </>
  );
}
