import '@mantine/core/styles/Group.layer.css';
import './dialog-styles.ts';
import { Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusPastOpener } from '../../lib/focus/use-focus-past-opener.ts';
import { BusyButton } from '../forms/busy-button.tsx';
import { DangerButton } from '../forms/danger-button.tsx';
import { FormError } from '../forms/form-error.tsx';
import classes from './confirm-dialog.module.css';
import { KeepButton } from './keep-button.tsx';

type Props = {
  title: ReactNode;
  action: string;
  /** What the button is called that does nothing. */
  keep?: string;
  /** It takes nothing away. */
  isHarmless?: boolean;
  isOpen: boolean;
  isBusy: boolean;
  /** Why it could not be done. */
  error?: Error | null;
  close: () => void;
  confirm: () => void;
  children: ReactNode;
};

/** Asks before something is done that cannot be undone, or that others feel. */
export function ConfirmDialog({ title, action, keep, isOpen, isBusy, close, confirm, ...props }: Props) {
  const { isHarmless = false, error = null, children } = props;
  useFocusPastOpener(isOpen);
  return (
    <Modal opened={isOpen} onClose={close} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.asked}>
        <p>{children}</p>
        <FormError error={error} />
        <Group justify="flex-end">
          {/* The first focus is on what does no harm: Enter, pressed once too often, keeps it. */}
          <KeepButton close={close} isBusy={isBusy} isFirst>
            {keep}
          </KeepButton>
          {isHarmless ? (
            <BusyButton onClick={confirm} isBusy={isBusy}>
              {action}
            </BusyButton>
          ) : (
            <DangerButton final onClick={confirm} isBusy={isBusy}>
              {action}
            </DangerButton>
          )}
        </Group>
      </div>
    </Modal>
  );
}
