import '../../../components/dialogs/dialog-styles.ts';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { notConfirmed, useConfirmationAsked } from '../../../lib/session/confirm-again.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { ownFactorsQuery } from '../factors/own-factors-query.ts';
import { ConfirmIdentityForm } from './confirm-identity-form.tsx';

/** Asks who one is before something goes on that wants a newer proof of it. There is one, whatever waits for it. */
export function ConfirmIdentityDialog() {
  const isAsked = useConfirmationAsked();
  return (
    <Modal
      opened={isAsked}
      onClose={() => notConfirmed()}
      title="Is it you?"
      centered
      // Above the dialog that it was asked from.
      zIndex={300}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isAsked && <Asking />}
    </Modal>
  );
}

function Asking() {
  const email = useSession()?.email ?? '';
  // What was known a while ago may have changed in another tab: somebody may have a factor now.
  const own = useQuery({ ...ownFactorsQuery(email), staleTime: 0 });
  if (own.data) return <ConfirmIdentityForm methods={own.data.confirmBy} />;
  if (own.isPending) return <LoadingRows label="One moment" rows={2} height={56} />;
  return <Failed title="This could not be asked" error={own.error} retry={() => void own.refetch()} />;
}
