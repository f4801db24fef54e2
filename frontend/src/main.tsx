import './app/mantine-styles.ts';
import './app/global.css';
import './app/print.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { headStart } from './ahead.ts';
import { AppRoutes } from './app/app-routes.tsx';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { goLiveLater } from './app/live-later.ts';
import { Providers } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import { ShopFailure } from './app/shop-failure.tsx';
import { NoAnswer } from './lib/api/api-error.ts';
import './lib/navigation/before-back.ts';
import { takeUpSession } from './lib/session/take-up-session.ts';
import { tellStyleNonce } from './lib/style-nonce.ts';

// The pages may not make code from text (their security policy): without this, zod would try before it checks a form. The
// name is zod's own, which it reads when a form brings it; calling its config() would have every page load 5 kB of it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
tellStyleNonce();

// With the page's code at hand its first rendering is the page: React holds a page back that replaces a placeholder.
// No await at this level: the page's code waits until this module is done.
void headStart.then(takeUpSession).then(open);

/** That the shop is away is said where the page would be, and is no fault of the page's that a console should tell of. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof NoAnswer)) console.error(error);
}

function open(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  const queryClient = createQueryClient();

  // As a transition, the first rendering is done in slices: the browser stays responsive on slow machines.
  startTransition(() =>
    createRoot(root, { onCaughtError }).render(
      <StrictMode>
        <ErrorBoundary fallback={() => <ShopFailure />}>
          <Providers queryClient={queryClient}>
            <BrowserRouter>
              <AppRoutes />
            </BrowserRouter>
          </Providers>
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
  // For as long as there is the page: it ends with it.
  void goLiveLater(queryClient, new AbortController().signal);
}
