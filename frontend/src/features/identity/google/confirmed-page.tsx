import { useEffect } from 'react';
import { PageHead } from '../../../components/layout/page-head.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { confirmed } from '../../../lib/session/confirm-again.ts';

/** Where one comes back to from Google in a tab that was opened for it; the tab that waits goes on. */
export function ConfirmedPage() {
  useEffect(() => {
    // The server decides whether anything was proved: what waits only asks again.
    confirmed();
    window.close();
  }, []);
  return (
    <>
      <PageHead title="Thank you" />
      <Panel narrow>
        <p>You can close this tab and go on in the one before.</p>
      </Panel>
    </>
  );
}
