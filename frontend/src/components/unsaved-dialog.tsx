import type { useUnsaved } from '../lib/use-unsaved.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before what was typed is lost. */
export function UnsavedDialog({ asking: { isOpen, stay, goOn } }: Pick<ReturnType<typeof useUnsaved>, 'asking'>) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      action="Leave"
      keep="Stay here"
      isOpen={isOpen}
      isBusy={false}
      close={stay}
      confirm={goOn}
    >
      What you typed is not saved. It is lost when you leave.
    </ConfirmDialog>
  );
}
