import { type RefObject, useState } from 'react';
import type { OwnFactors } from '../../../../../modules/identity/factors/contract.ts';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { DangerButton } from '../../../components/forms/danger-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { changeOnly } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/toast.ts';
import classes from '../ways-in.module.css';
import { useFactorsChange } from './use-factors-change.ts';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

type Props = {
  own: OwnFactors;
  list: RefObject<HTMLUListElement | null>;
  /** Is told which before it is gone from the list. */
  onRemoved: (id: string) => void;
};

/** What one has added, each with the way to take it away. */
export function FactorList({ own, list, onRemoved }: Props) {
  const [leaving, setLeaving] = useState<OwnFactors['factors'][number]>();
  const removal = useFactorsChange<void, string>(
    'remove factor',
    (id, key) => changeOnly(`/me/factors/${encodeURIComponent(id)}`, { method: 'DELETE', key }),
    (_, id) => {
      onRemoved(id);
      setLeaving(undefined);
      void toast('Your second factor is removed');
    },
  );
  if (own.factors.length === 0) return null;
  const isLast = own.factors.length === 1;
  return (
    <>
      <ul ref={list} className={classes.list}>
        {own.factors.map((factor) => (
          <li key={factor._id} className={classes.way} tabIndex={-1}>
            <span className={classes.name}>
              <bdi dir="auto">{factor.name}</bdi>
              <small>since {day.format(new Date(factor.at))}</small>
            </span>
            <DangerButton size="compact-md" aria-label={`Remove ${factor.name}`} onClick={() => setLeaving(factor)}>
              Remove
            </DangerButton>
          </li>
        ))}
      </ul>
      <p>
        {own.recoveryCodesLeft === 1 ? '1 recovery code is left.' : `${own.recoveryCodesLeft} recovery codes are left.`}
      </p>
      <FormError error={removal.error} />
      <ConfirmDialog
        title="Remove this second factor?"
        action="Remove"
        isOpen={leaving !== undefined}
        isBusy={removal.isPending}
        close={() => setLeaving(undefined)}
        confirm={() => leaving && removal.mutate(leaving._id, { onError: () => setLeaving(undefined) })}
      >
        <bdi dir="auto">{leaving?.name}</bdi>{' '}
        {isLast
          ? 'is your only one: from then on your password alone is enough to log in, and your recovery codes no longer work.'
          : 'no longer works from then on.'}
      </ConfirmDialog>
    </>
  );
}
