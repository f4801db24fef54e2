import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTitle } from '../../components/layout/page-head.tsx';
import { CartButton } from '../../features/cart/cart-button.tsx';
import { shelvesTitle } from '../../features/catalog/shelves/shelves-title.ts';
import { ToolsSection } from '../../features/catalog/shelves/tools-section.tsx';
import { useCameFrom } from '../../features/identity/signing-in/came-from.ts';
import { LocationsSection } from '../../features/pages/locations-section.tsx';
import { PictureCarousel } from '../../features/pages/picture-carousel.tsx';
import { Statistics } from '../../features/pages/statistics.tsx';
import { TimingsSection } from '../../features/pages/timings-section.tsx';
import { ReviewsSection } from '../../features/reviews/reviews-section.tsx';
import { useCode } from '../../lib/lazy-loading/use-code.ts';
import classes from './home-page.module.css';
import { useHasSearched } from './use-has-searched.ts';

export function HomePage() {
  useTitle(shelvesTitle(useSearchParams()[0]));
  const hasSearched = useHasSearched();
  const from = useCameFrom();
  const [Slip, fetchSlip] = useCode(async () => (await import('./came-for-slip.tsx')).CameForSlip);

  // Only who has just signed up is offered the way back to where they were: nobody else needs the code of that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks once, however often it is called.
  useEffect(() => {
    if (from !== undefined) fetchSlip();
  }, [from]);
  return (
    <>
      {Slip && <Slip />}
      <div className={classes.page}>
        <PictureCarousel slim={hasSearched} />
        <ToolsSection below={(tool) => <CartButton tool={tool} />} />
        <ReviewsSection />
        <Statistics />
        <TimingsSection />
        <LocationsSection />
      </div>
    </>
  );
}
