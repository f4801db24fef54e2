import '@mantine/core/styles/Group.layer.css';
import '../../components/dialogs/dialog-styles.ts';
import { Group, Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { MailAddress } from '../../components/details/mail-address.tsx';
import { KeepButton } from '../../components/dialogs/keep-button.tsx';
import { DangerButton } from '../../components/forms/danger-button.tsx';
import { FormError } from '../../components/forms/form-error.tsx';
import { showUnderFields } from '../../lib/forms/show-under-fields.ts';
import { OwnPasswordField, proofOf } from './own-password-field.tsx';
import { useDeleteAccount } from './use-delete-account.ts';
import classes from './your-data.module.css';

type Props = { email: string; isOpen: boolean; close: () => void };

/** Asks for the password before somebody is forgotten, and says what that means. */
export function DeleteAccountDialog({ email, isOpen, close }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Delete your account?"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isOpen && <DeleteAccountForm email={email} close={close} />}
    </Modal>
  );
}

function DeleteAccountForm({ email, close }: Omit<Props, 'isOpen'>) {
  const deletion = useDeleteAccount();
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(({ password }) =>
        deletion.mutate(proofOf(password), { onError: (error) => showUnderFields(form, error) }),
      )}
    >
      <p className={classes.warning}>
        This cannot be undone. The account of <MailAddress address={email} /> and your profile are deleted, and you are
        signed out everywhere. Orders that are not paid are taken back. What you have paid for and the reviews you wrote
        stay, without your name.
      </p>
      <OwnPasswordField
        label="Password"
        data-autofocus
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <FormError error={deletion.error} fields={['password']} />
      <Group justify="flex-end">
        <KeepButton close={close} isBusy={deletion.isPending} />
        <DangerButton final type="submit" isBusy={deletion.isPending}>
          Delete for good
        </DangerButton>
      </Group>
    </form>
  );
}
