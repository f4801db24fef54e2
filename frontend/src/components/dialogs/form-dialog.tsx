import './dialog-styles.ts';
import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useUnsaved } from '../../lib/navigation/use-unsaved.ts';
import { UnsavedDialog } from './unsaved-dialog.tsx';

type Props = {
  title: ReactNode;
  isOpen: boolean;
  close: () => void;
  /** The form, which tells (see useTelling) whether something is typed in it. */
  children: (tellUnsaved: (isUnsaved: boolean) => void) => ReactNode;
};

/**
 * A dialog in which one types: Escape, its cross, a click beside it and Back ask before what was typed is lost. The form's
 * own button that leaves things as they are is the answer to what the dialog asks, and closes it.
 */
export function FormDialog({ title, isOpen, close, children }: Props) {
  const [isUnsaved, setUnsaved] = useState(false);
  const { leave, asking } = useUnsaved(isUnsaved);
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={() => leave(close)}
        closeOnEscape={!asking.isOpen}
        title={title}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isOpen && children(setUnsaved)}
      </Modal>
      {/* After it: of one Escape the form's dialog hears first, and leaves it to the question. */}
      <UnsavedDialog asking={asking} />
    </>
  );
}
