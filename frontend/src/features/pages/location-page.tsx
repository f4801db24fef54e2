import { PageHead } from '../../components/layout/page-head.tsx';
import { LocationCards } from './location-cards.tsx';

export function LocationPage() {
  return (
    <>
      <PageHead title="Location">Three counters, the same shelves.</PageHead>
      <LocationCards order={2} />
    </>
  );
}
