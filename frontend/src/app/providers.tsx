import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { forgetBookings } from '../features/booking/newest-bookings.ts';
import { watchActs } from '../lib/api/last-act.ts';
import { forgetSeen } from '../lib/device/forget-seen.ts';
import { forgetIntents } from '../lib/idempotency/kept-pending.ts';
import { isAwaited, onAccessChange, storedAccess } from '../lib/session/access-token.ts';
import { paySignOutOnceReachable } from '../lib/session/owed-sign-out.ts';
import { keepFresh } from '../lib/session/session.ts';
import { styleNonce } from '../lib/style-nonce.ts';
import { Confirmation } from './confirmation.tsx';
import { theme } from './theme.ts';
import { Toaster } from './toaster.tsx';
import { tokens } from './tokens.ts';

const colorSchemes = localStorageColorSchemeManager({ key: 'colour-scheme' });

type Props = { children: ReactNode; queryClient: QueryClient };

export function Providers({ children, queryClient }: Props) {
  useEffect(() => {
    const ending = new AbortController();
    keepFresh(ending.signal);
    paySignOutOnceReachable(ending.signal);
    watchActs(ending.signal);
    return () => ending.abort();
  }, []);

  // Before any part of the page: of another tab's sign-in each hears by itself, and is drawn before the next one has heard. What it asks for the
  // next person would be taken away with what was the one's before.
  useLayoutEffect(() => forgetOnSignOut(queryClient), [queryClient]);

  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={tokens}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        {children}
        <Confirmation />
      </QueryClientProvider>
      <Toaster />
    </MantineProvider>
  );
}

/** What one person was shown is not kept for the next: what is their own is cached under ['private', email, …], and what admins see says so. */
function forgetOnSignOut(queryClient: QueryClient): () => void {
  let last = storedAccess()?.user.uid;
  return onAccessChange(() => {
    const who = storedAccess()?.user;
    // Who comes without the one before having gone, from another tab, say, is another person all the same.
    const isAnother = last !== undefined && who?.uid !== last;
    last = who?.uid;
    // Whose session ended comes back, tries again what got no answer, and must not do it twice.
    if (who || !isAwaited()) forgetIntents(who);
    if (who && !isAnother) return;
    queryClient.removeQueries({
      predicate: ({ queryKey: [kind], meta }) => kind === 'private' || meta?.isForAdmins === true,
    });
    forgetBookings(queryClient);
    forgetSeen();
  });
}
