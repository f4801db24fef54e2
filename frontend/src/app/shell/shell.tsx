import { Suspense, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { dashboardPages, pageAt } from '../../../../modules/kernel/wire/page-addresses.ts';
import { Loading } from '../../components/states/loading.tsx';
import { GoogleOutcomeNotice } from '../../features/identity/google/google-outcome-notice.tsx';
import { usePageLoading } from '../../lib/lazy-loading/page-loading.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { pageFailure } from '../page-failure.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './shell.module.css';
import { usePageStart } from './use-page-start.ts';

/**
 * What surrounds every page. Around the dashboard it is quieter: whoever works there wants the window for the work, and the
 * shop's footer is for whoever looks around.
 */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const isDashboard = (pageAt(pathname) ?? '') in dashboardPages;
  const isWaiting = usePageLoading();
  usePageStart(main);

  return (
    <div className={classes.shell} data-frame={isDashboard ? 'dashboard' : 'shop'}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <Header />
      <GoogleOutcomeNotice />
      <div className={classes.progress} data-waiting={isWaiting} aria-hidden />
      {/* The footer comes with the page: alone, it would stand in the middle and be pushed down. */}
      <Suspense fallback={<Loading />}>
        <main id="content" ref={main} tabIndex={-1} className={classes.main}>
          <ErrorBoundary address={pathname} fallback={pageFailure}>
            <Outlet />
          </ErrorBoundary>
        </main>
        {!isDashboard && <Footer />}
      </Suspense>
    </div>
  );
}
