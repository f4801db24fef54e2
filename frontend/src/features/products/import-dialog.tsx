import '../../components/dialogs/dialog-styles.ts';
import { Button, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ImportAnswer } from '../../../../modules/catalog/csv/contract.ts';
import { UnsavedDialog } from '../../components/dialogs/unsaved-dialog.tsx';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { FormError } from '../../components/forms/form-error.tsx';
import { useTelling } from '../../lib/forms/use-telling.ts';
import { useUnsaved } from '../../lib/navigation/use-unsaved.ts';
import { answerOf, type LeftOut, toApplyIn } from './bring-file.ts';
import { ImportRows } from './import-rows.tsx';
import classes from './products.module.css';
import { useImport } from './use-import.ts';

type Props = { isOpen: boolean; close: () => void };

/**
 * A file is tried first, and shown what it would change; then it is applied, and shown what was. What is applied is sent from
 * here, part by part: whoever leaves meanwhile is asked.
 */
export function ImportDialog({ isOpen, close }: Props) {
  const [isApplying, setApplying] = useState(false);
  const { leave, asking } = useUnsaved(isApplying);
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={() => leave(close)}
        closeOnEscape={!asking.isOpen}
        title="Import products"
        size="xl"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isOpen && <Import close={close} tellApplying={setApplying} />}
      </Modal>
      {/* After it: of one Escape the import's dialog hears first, and leaves it to the question. */}
      <UnsavedDialog asking={asking} title="Stop applying the file?" action="Stop" keep="Keep applying">
        Rows that are applied stay so, and no others are sent. To go on later, choose the same file again: nothing is
        done twice.
      </UnsavedDialog>
    </>
  );
}

type ImportProps = Pick<Props, 'close'> & { tellApplying: (isApplying: boolean) => void };

function Import({ close, tellApplying }: ImportProps) {
  const input = useRef<HTMLInputElement>(null);
  const { chosen, choose, trial, applying, apply, stop, isStopping, progress } = useImport();
  useTelling(applying.isPending, tellApplying);
  const plan = trial.data;
  const isDone = applying.data?.isWhole === true;
  const closing = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isDone && document.activeElement === document.body) closing.current?.focus();
  }, [isDone]);
  // What is known of rows that are done is said while others are, and after the connection broke.
  const done = chosen && chosen.applied.length > 0 ? answerOf(chosen, false) : undefined;
  const toDo = (plan?.added ?? 0) + (plan?.changed ?? 0);
  const isBusy = trial.isPending || applying.isPending;
  return (
    <div className={classes.form}>
      <p>
        Choose a CSV file: an export that you changed, or a table of new products with a first line that names its
        columns. Nothing is changed before you have seen what would be.
      </p>
      <div className={classes.actions}>
        <BusyButton
          variant="default"
          isBusy={trial.isPending}
          disabled={applying.isPending}
          onClick={() => input.current?.click()}
        >
          Choose a file
        </BusyButton>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label="CSV file"
          onChange={(event) => {
            choose(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        {chosen && <bdi>{chosen.name}</bdi>}
      </div>
      {trial.isPending && chosen && <ImportProgress isTrial done={progress} rows={chosen.rows} />}
      {applying.isPending && chosen && (
        <ImportProgress isTrial={false} done={toApplyIn(chosen, chosen.applied.length)} rows={toDo} />
      )}
      <FormError error={trial.error ?? applying.error} />
      <div role="status">
        {isBusy ? '' : done ? saidOf(done) : plan ? saidOf(plan) : ''}
        {!isBusy && !done && plan && plan.importedBefore > 0 && <p>{saidOfBefore(plan.importedBefore)}</p>}
        {!isBusy && !done && plan && plan.leftOut.length > 0 && <p>{saidOfLeftOut(plan.leftOut)}</p>}
        {!isBusy && done && !isDone && chosen && (
          <p>
            {`That is of the first ${shown(progress)} of ${shown(chosen.rows)} rows. Of the others some may be done, too, if their answer was lost: go on, and nothing is done twice.`}
          </p>
        )}
      </div>
      {(done ?? plan) && <ImportRows rows={(done ?? plan)?.rows ?? []} />}
      <div className={classes.actions} data-end>
        {applying.isPending ? (
          <Button variant="default" onClick={stop}>
            {isStopping ? 'Stopping…' : 'Stop'}
          </Button>
        ) : (
          <Button variant="default" onClick={close} ref={closing}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
        )}
        {plan && !isDone && toDo > 0 && (
          <BusyButton isBusy={applying.isPending} onClick={apply}>
            {done ? 'Go on' : `Apply ${shown(toDo)} ${toDo === 1 ? 'row' : 'rows'}`}
          </BusyButton>
        )}
      </div>
    </div>
  );
}

function ImportProgress({ isTrial, done, rows }: { isTrial: boolean; done: number; rows: number }) {
  const said = `${isTrial ? 'Looked at' : 'Applied'} ${shown(done)} of ${shown(rows)} rows`;
  return (
    <div className={classes.progress}>
      <progress
        max={Math.max(rows, 1)}
        value={done}
        aria-label={isTrial ? 'Looking at the file' : 'Applying the file'}
      />
      <span>{said}</span>
    </div>
  );
}

const shown = (count: number) => count.toLocaleString('en-US');

function saidOf({ dryRun, added, changed, same, wrong }: ImportAnswer): string {
  if (added + changed + same + wrong === 0) return 'The file has no rows below the names of its columns.';
  const refused = dryRun ? `${shown(wrong)} wrong` : `${shown(wrong)} not carried out`;
  return dryRun
    ? `${shown(added)} would be added, ${shown(changed)} changed, ${shown(same)} stay as they are, ${refused}.`
    : `${shown(added)} added, ${shown(changed)} changed, ${shown(same)} as they were, ${refused}.`;
}

const saidOfBefore = (count: number) =>
  count === 1
    ? 'Of those that stay, 1 was added by an earlier import and is left out, whatever became of it since. To have it once more, add it by hand.'
    : `Of those that stay, ${shown(count)} were added by an earlier import and are left out, whatever became of them since. To have one once more, add it by hand.`;

function saidOfLeftOut(all: readonly LeftOut[]): string {
  const where = ({ column, lines: [first = 0, ...others] }: LeftOut) =>
    `${column} (on line ${shown(first)}${others.length > 0 ? ` and ${shown(others.length)} more` : ''})`;
  return `Left out is what is said in ${all.map(where).join(', ')}: an import retires and returns no product, and a new one begins with nothing held or sold.`;
}
