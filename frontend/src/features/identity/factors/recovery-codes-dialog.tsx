import '../../../components/dialogs/dialog-styles.ts';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { UnsavedDialog } from '../../../components/dialogs/unsaved-dialog.tsx';
import { useUnsaved } from '../../../lib/navigation/use-unsaved.ts';
import classes from './recovery-codes-dialog.module.css';

type Props = {
  /** Undefined when there are none to be shown. */
  codes: readonly string[] | undefined;
  /** They are the first, and come with a second factor. */
  isAdded: boolean;
  close: () => void;
};

/** Shows recovery codes, this once. A press beside it does not close it, and whoever leaves without saying that they are kept is asked. */
export function RecoveryCodesDialog({ codes, isAdded, close }: Props) {
  const { leave, asking } = useUnsaved(codes !== undefined);
  return (
    <>
      <Modal
        opened={codes !== undefined}
        onClose={() => leave(close)}
        title="Your recovery codes"
        centered
        closeOnClickOutside={false}
        closeOnEscape={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {codes && <Codes codes={codes} isAdded={isAdded} close={close} />}
      </Modal>
      <UnsavedDialog asking={asking} title="Leave without these codes?">
        They are not shown again. Copy or download them first if you have not kept them.
      </UnsavedDialog>
    </>
  );
}

function Codes({ codes, isAdded, close }: Props & { codes: readonly string[] }) {
  const [said, setSaid] = useState('');
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Your browser does not let this be copied. Download them.'),
    );
  return (
    <div className={classes.codes}>
      <p>
        {isAdded && 'Your second factor is added. '}Keep these codes where you find them without your phone. Each lets
        you in once, and they are shown only now.
      </p>
      <ol className={classes.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      {/* Here, and not in a message: that would lie over the codes, or over the buttons. */}
      <p role="status" className={classes.said}>
        {said}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="inventory-recovery-codes.txt"
        >
          Download
        </Button>
        <Button onClick={close} data-autofocus>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
