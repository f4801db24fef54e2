import { useTitle } from '../../components/page-head.tsx';
import { ToolsSection } from '../../features/catalog/tools-section.tsx';
import { LocationsSection } from '../../features/pages/locations-section.tsx';
import { PictureCarousel } from '../../features/pages/picture-carousel.tsx';
import { Statistics } from '../../features/pages/statistics.tsx';
import { TimingsSection } from '../../features/pages/timings-section.tsx';
import { ReviewsSection } from '../../features/reviews/reviews-section.tsx';
import { CameForSlip } from './came-for-slip.tsx';
import classes from './home-page.module.css';
import { useHasSearched } from './use-has-searched.ts';

export function HomePage() {
  useTitle('Tools and parts');
  const hasSearched = useHasSearched();
  return (
    <>
      <CameForSlip />
      <div className={classes.page}>
        <PictureCarousel slim={hasSearched} />
        <ToolsSection />
        <ReviewsSection />
        <Statistics />
        <TimingsSection />
        <LocationsSection />
      </div>
    </>
  );
}
