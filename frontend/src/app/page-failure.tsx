import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { StateMessage } from '../components/states/state-message.tsx';
import { NoAnswer } from '../lib/api/api-error.ts';
import { useReachable } from '../lib/api/connection.ts';
import { send } from '../lib/api/http.ts';
import { CodeGone } from '../lib/lazy-loading/fetch-code.ts';

type Props = { error: unknown; retry: () => void };

/** In place of a page that cannot be shown: for an ErrorBoundary around it. */
export const pageFailure = (error: unknown, retry: () => void) => <PageFailure error={error} retry={retry} />;

function PageFailure({ error, retry }: Props) {
  if (error instanceof NoAnswer) return <NoConnection retry={retry} />;
  return (
    <Focused>
      <StateMessage title="This page could not be shown" announce page>
        {error instanceof CodeGone ? error.message : 'Something in it is broken. Reloading it may help.'}
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
      </StateMessage>
    </Focused>
  );
}

/** Goes on by itself: while the shop cannot be reached, it is asked again and again (ConnectionNotice). */
function NoConnection({ retry }: Pick<Props, 'retry'>) {
  const isReachable = useReachable();
  useEffect(() => {
    if (isReachable) retry();
  }, [isReachable, retry]);
  return (
    <Focused>
      <StateMessage title="There is no connection" announce page>
        This page has not been fetched yet. It opens by itself as soon as the shop can be reached.
        <Button variant="default" onClick={() => void send('/health/live').catch(() => undefined)}>
          Try again
        </Button>
      </StateMessage>
    </Focused>
  );
}

/** What had the focus went with the page that was to be shown: what is there instead takes it, and leaves it to the page that comes after all. */
function Focused({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus();
    return () => {
      if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={place} tabIndex={-1}>
      {children}
    </div>
  );
}
