import { useTitle } from '../../components/page-head.tsx';
import { ToolsSection } from '../catalog/tools-section.tsx';
import { ReviewsSection } from '../reviews/reviews-section.tsx';
import classes from './home-page.module.css';
import { LocationsSection } from './locations-section.tsx';
import { PictureCarousel } from './picture-carousel.tsx';
import { Statistics } from './statistics.tsx';
import { TimingsSection } from './timings-section.tsx';

export function HomePage() {
  useTitle('Tools and parts');
  return (
    <div className={classes.page}>
      <PictureCarousel />
      <ToolsSection />
      <Statistics />
      <ReviewsSection />
      <TimingsSection />
      <LocationsSection />
    </div>
  );
}
