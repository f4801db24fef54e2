import '@mantine/core/styles/Group.layer.css';
import { Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { showUnderFields } from '../../lib/forms/show-under-fields.ts';
import { useTypedAgain } from '../../lib/forms/typed-before.ts';
import { useTelling } from '../../lib/forms/use-telling.ts';
import { KeepButton } from '../dialogs/keep-button.tsx';
import { BusyButton } from './busy-button.tsx';
import { DangerButton } from './danger-button.tsx';
import { FormError } from './form-error.tsx';
import classes from './reason-form.module.css';

/** What is told of how it went: a mutation's own options. */
type Told = { readonly onError: (error: Error) => void };

type Props = {
  /** What would be done, and the id of what it would be done to: by that it is known what was typed where. */
  about: string;
  /** What will happen. */
  children: ReactNode;
  /** Who reads the reason. */
  description: string;
  /** What the buttons say: that it is done, and that it is not. */
  doIt: string;
  leaveIt: string;
  /** It cannot be taken back. */
  isFinal?: boolean;
  tellUnsaved: (isUnsaved: boolean) => void;
  close: () => void;
  attempt: { readonly error: Error | null; readonly isPending: boolean };
  send: (reason: string, told: Told) => void;
};

/** Asks why, before something is done. What the server refuses is shown under the field. */
export function ReasonForm({ about, children, description, doIt, leaveIt, tellUnsaved, close, ...props }: Props) {
  const { attempt, send, isFinal = false } = props;
  const form = useForm({ initialValues: { reason: '' } });
  useTypedAgain(about, form);
  useTelling(form.values.reason.trim() !== '', tellUnsaved);
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(({ reason }) => send(reason, { onError: (error) => showUnderFields(form, error) }))}
    >
      <p>{children}</p>
      <Textarea
        label="Reason"
        description={description}
        rows={2}
        required
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <FormError error={attempt.error} fields={['reason']} />
      <Group justify="flex-end">
        <KeepButton close={close} isBusy={attempt.isPending}>
          {leaveIt}
        </KeepButton>
        {isFinal ? (
          <DangerButton final type="submit" isBusy={attempt.isPending}>
            {doIt}
          </DangerButton>
        ) : (
          <BusyButton type="submit" isBusy={attempt.isPending}>
            {doIt}
          </BusyButton>
        )}
      </Group>
    </form>
  );
}
