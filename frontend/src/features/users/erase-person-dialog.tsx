import '@mantine/core/styles/Group.layer.css';
import { Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Person } from '../../../../modules/people/contract.ts';
import { MailAddress } from '../../components/details/mail-address.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { KeepButton } from '../../components/dialogs/keep-button.tsx';
import { DangerButton } from '../../components/forms/danger-button.tsx';
import { FormError } from '../../components/forms/form-error.tsx';
import { focusFirstError } from '../../lib/focus/focus-first-error.ts';
import { showUnderFields } from '../../lib/forms/show-under-fields.ts';
import { useTelling } from '../../lib/forms/use-telling.ts';
import { OwnPasswordField, proofOf } from './own-password-field.tsx';
import { useErasePerson } from './use-erase-person.ts';
import classes from './your-data.module.css';

type Props = { person: Person; isOpen: boolean; close: () => void };

/** Asks for the email of whoever is to be forgotten, and for one's own password, and says what it means. */
export function ErasePersonDialog({ person, isOpen, close }: Props) {
  return (
    <FormDialog isOpen={isOpen} close={close} title={<bdi dir="auto">{`Erase ${person.name}?`}</bdi>}>
      {(tellUnsaved) => <ErasePersonForm email={person.email} tellUnsaved={tellUnsaved} close={close} />}
    </FormDialog>
  );
}

type FormProps = { email: string; tellUnsaved: (isUnsaved: boolean) => void; close: () => void };

function ErasePersonForm({ email, tellUnsaved, close }: FormProps) {
  const erasure = useErasePerson(email);
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (typed) => (typed.trim().toLowerCase() === email ? null : 'That is not the email of this person'),
    },
  });
  useTelling(
    Object.values(form.values).some((typed) => typed !== ''),
    tellUnsaved,
  );
  const erase = ({ password }: { password: string }) =>
    erasure.mutate(proofOf(password), { onError: (error) => showUnderFields(form, error) });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(erase, (errors) => focusFirstError(form, errors))}
    >
      <p className={classes.warning}>
        This cannot be undone. Their account and profile are deleted, and they are signed out everywhere. Orders that
        are not paid are taken back. What was paid for and the reviews stay, without a name.
      </p>
      <TextInput
        label="Their email, to be sure"
        description={<MailAddress address={email} />}
        name="erased-email"
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <OwnPasswordField label="Your password" {...form.getInputProps('password')} />
      <FormError error={erasure.error} fields={['password']} />
      <Group justify="flex-end">
        <KeepButton close={close} isBusy={erasure.isPending}>
          Keep them
        </KeepButton>
        <DangerButton final type="submit" isBusy={erasure.isPending}>
          Erase for good
        </DangerButton>
      </Group>
    </form>
  );
}
