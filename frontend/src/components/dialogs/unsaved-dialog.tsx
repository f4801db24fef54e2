import type { ReactNode } from 'react';
import type { useUnsaved } from '../../lib/navigation/use-unsaved.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = Pick<ReturnType<typeof useUnsaved>, 'asking'> & {
  title?: string;
  action?: string;
  keep?: string;
  children?: ReactNode;
};

/** Asks before what was typed is lost, or in other words before something else is. */
export function UnsavedDialog({
  asking: { isOpen, stay, goOn },
  title = 'Leave without saving?',
  action = 'Leave',
  keep = 'Stay here',
  children = 'What you typed is not saved. It is lost when you leave.',
}: Props) {
  return (
    <ConfirmDialog {...{ title, action, keep, isOpen }} isBusy={false} close={stay} confirm={goOn}>
      {children}
    </ConfirmDialog>
  );
}
