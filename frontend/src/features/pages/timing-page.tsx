import { PageHead } from '../../components/layout/page-head.tsx';
import { TimingsTable } from './timings-table.tsx';

export function TimingPage() {
  return (
    <>
      <PageHead title="Our Timings">When which counter is open. Orders on this site are taken day and night.</PageHead>
      <TimingsTable />
    </>
  );
}
