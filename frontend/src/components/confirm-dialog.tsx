import '@mantine/core/styles/Group.layer.css';
import './dialog-styles.ts';
import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { DangerButton } from './danger-button.tsx';

type Props = {
  title: string;
  action: string;
  isOpen: boolean;
  isBusy: boolean;
  close: () => void;
  confirm: () => void;
  children: ReactNode;
};

/** Asks before something is done that cannot be undone. */
export function ConfirmDialog({ title, action, isOpen, isBusy, close, confirm, children }: Props) {
  return (
    <Modal opened={isOpen} onClose={close} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <p>{children}</p>
      <Group justify="flex-end">
        {/* The first focus is on what does no harm: Enter, pressed once too often, keeps it. */}
        <Button variant="default" onClick={close} data-autofocus>
          Keep it
        </Button>
        <DangerButton final onClick={confirm} loading={isBusy}>
          {action}
        </DangerButton>
      </Group>
    </Modal>
  );
}
