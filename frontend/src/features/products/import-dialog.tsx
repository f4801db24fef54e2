import '../../components/dialog-styles.ts';
import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ImportAnswer } from '../../../../modules/catalog/csv/contract.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { change } from '../../lib/api.ts';
import { ImportRows } from './import-rows.tsx';
import classes from './products.module.css';
import { useProductsChanged } from './use-products-changed.ts';

type Props = { isOpen: boolean; close: () => void };

/** A file is tried first, and shown what it would change; then it is applied, and shown what was. */
export function ImportDialog({ isOpen, close }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Import products"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isOpen && <Import close={close} />}
    </Modal>
  );
}

/** As it was when it was chosen: what is tried is what is applied. */
type Chosen = { name: string; file: Blob; key: string };

const send = (file: Blob, dryRun: boolean, key: string) =>
  change<ImportAnswer>(`/products/import?dryRun=${dryRun}`, { method: 'POST', body: file, key });

function Import({ close }: Pick<Props, 'close'>) {
  const input = useRef<HTMLInputElement>(null);
  const changed = useProductsChanged();
  const [chosen, setChosen] = useState<Chosen>();
  const trial = useMutation({ mutationFn: ({ file }: Chosen) => send(file, true, crypto.randomUUID()) });
  // Under the key of what was chosen: said again after a lost answer it is done once.
  const applying = useMutation({
    mutationFn: ({ file, key }: Chosen) => send(file, false, key),
    onSuccess: () => changed(),
  });
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const kept = {
      name: file.name,
      file: new Blob([await file.arrayBuffer()], { type: 'text/csv' }),
      key: crypto.randomUUID(),
    };
    setChosen(kept);
    applying.reset();
    trial.mutate(kept);
  };
  const plan = trial.data;
  const done = applying.data;
  const toDo = (plan?.added ?? 0) + (plan?.changed ?? 0);
  return (
    <div className={classes.form}>
      <p>
        Choose a CSV file: an export that you changed, or a table of new products with a first line that names its
        columns. Nothing is changed before you have seen what would be.
      </p>
      <div className={classes.actions}>
        <BusyButton variant="default" isBusy={trial.isPending} onClick={() => input.current?.click()}>
          Choose a file
        </BusyButton>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label="CSV file"
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        {chosen && <bdi>{chosen.name}</bdi>}
      </div>
      <FormError error={trial.error ?? applying.error} />
      <div role="status">{done ? saidOf(done) : plan && !trial.isPending ? saidOf(plan) : ''}</div>
      {(done ?? plan) && <ImportRows rows={(done ?? plan)?.rows.filter(({ outcome }) => outcome !== 'same') ?? []} />}
      <div className={classes.actions}>
        <Button variant="default" onClick={close}>
          {done ? 'Close' : 'Cancel'}
        </Button>
        {plan && !done && toDo > 0 && (
          <BusyButton isBusy={applying.isPending} onClick={() => chosen && applying.mutate(chosen)}>
            {`Apply ${toDo} ${toDo === 1 ? 'row' : 'rows'}`}
          </BusyButton>
        )}
      </div>
    </div>
  );
}

function saidOf({ dryRun, added, changed, same, wrong }: ImportAnswer): string {
  const refused = dryRun ? `${wrong} wrong` : `${wrong} not carried out`;
  return dryRun
    ? `${added} would be added, ${changed} changed, ${same} stay as they are, ${refused}.`
    : `${added} added, ${changed} changed, ${same} as they were, ${refused}.`;
}
