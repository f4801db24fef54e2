import '../../components/dialog-styles.ts';
import { Button, Modal } from '@mantine/core';
import { toast } from '../../lib/toast.ts';
import classes from './recovery-codes-dialog.module.css';

type Props = {
  /** Undefined when there are none to be shown. */
  codes: readonly string[] | undefined;
  close: () => void;
};

/** Shows recovery codes, this once. A press beside it does not close it. */
export function RecoveryCodesDialog({ codes, close }: Props) {
  return (
    <Modal
      opened={codes !== undefined}
      onClose={close}
      title="Your recovery codes"
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {codes && <Codes codes={codes} close={close} />}
    </Modal>
  );
}

function Codes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('Copied'),
      () => toast('Your browser does not let this be copied. Download them.', 'error'),
    );
  return (
    <div className={classes.codes}>
      <p>Keep them where you find them without your phone. Each lets you in once, and they are shown only now.</p>
      <ol className={classes.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
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
