import { type ComponentType, useEffect, useState } from 'react';
import { fetchCode } from '../lib/lazy-loading/fetch-code.ts';
import { notConfirmed, useConfirmationAsked } from '../lib/session/confirm-again.ts';
import { useSession } from '../lib/session/use-session.ts';

const dialogCode = () => import('../features/identity/signing-in/confirm-identity-dialog.tsx');

/** The dialog that asks again who one is. Its code comes when it is first asked for; without it nothing is done. */
export function Confirmation() {
  const isAsked = useConfirmationAsked();
  const uid = useSession()?.uid;
  const [Dialog, setDialog] = useState<ComponentType>();
  const isMissing = isAsked && Dialog === undefined;

  useEffect(() => {
    if (!isMissing) return;
    fetchCode(dialogCode).then(({ ConfirmIdentityDialog }) => setDialog(() => ConfirmIdentityDialog), notConfirmed);
  }, [isMissing]);

  // Without this, whoever takes the place of whoever has asked would say that it is them, and have it done in their own name.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is for whenever that is somebody else, or nobody.
  useEffect(() => () => notConfirmed(), [uid]);

  return Dialog ? <Dialog /> : null;
}
