import '@mantine/core/styles/Group.layer.css';
import '../../components/dialog-styles.ts';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Person } from '../../../../modules/people/contract.ts';
import { DangerButton } from '../../components/danger-button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { showUnderFields } from '../../lib/show-under-fields.ts';
import { OwnPasswordField, proofOf } from './own-password-field.tsx';
import { useErasePerson } from './use-erase-person.ts';
import classes from './your-data.module.css';

type Props = { person: Person; isOpen: boolean; close: () => void };

/** Asks for the email of who is to be forgotten, and for one's own password, and says what it means. */
export function ErasePersonDialog({ person, isOpen, close }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={<bdi dir="auto">{`Erase ${person.name}?`}</bdi>}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isOpen && <ErasePersonForm email={person.email} close={close} />}
    </Modal>
  );
}

function ErasePersonForm({ email, close }: { email: string; close: () => void }) {
  const erasure = useErasePerson(email);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (typed) => (typed.trim().toLowerCase() === email ? null : 'That is not the email of this person'),
    },
  });
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
        description={<bdi dir="auto">{email}</bdi>}
        name="erased-email"
        type="email"
        autoComplete="off"
        data-autofocus
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <OwnPasswordField label="Your password" key={form.key('password')} {...form.getInputProps('password')} />
      <FormError error={erasure.error} fields={['password']} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Keep them
        </Button>
        <DangerButton final type="submit" loading={erasure.isPending}>
          Erase for good
        </DangerButton>
      </Group>
    </form>
  );
}
