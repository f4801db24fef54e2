import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { changePasswordForm } from '../../../../../modules/identity/contract.ts';
import { PasswordField } from '../../../components/fields/password-field.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { changeOnly } from '../../../lib/api/api.ts';
import { focusFirstError } from '../../../lib/focus/focus-first-error.ts';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { toast } from '../../../lib/toast.ts';
import { accountQuery } from '../account-query.ts';
import { OwnAccountPanel } from '../own-account.tsx';
import { usePasswordMinimum } from './use-password-minimum.ts';

type Wish = { password: string; newPassword: string };

/** Changes one's password, or sets the first one. */
export function PasswordPanel() {
  return (
    <OwnAccountPanel title="Password" rows={4} height={60}>
      {({ hasPassword }) => <PasswordForm hasPassword={hasPassword} />}
    </OwnAccountPanel>
  );
}

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const email = useSession()?.email ?? '';
  const queryClient = useQueryClient();
  const minimum = usePasswordMinimum();
  const form = useForm<Wish>({
    // Uncontrolled fields are made anew when they are emptied, and take the focus of whoever pressed Enter in one along.
    mode: 'controlled',
    initialValues: { password: '', newPassword: '' },
    validate: (wish) => schemaResolver(changePasswordForm({ minimum, hasPassword }), { sync: true })(wish),
  });
  const change = useChange({
    name: 'change password',
    isSecret: true,
    call: (body: Wish, key) => changeOnly('/identity/password', { method: 'POST', body, key }),
    onSuccess: () => {
      form.reset();
      void toast(hasPassword ? 'Your password is changed' : 'Your password is set');
      void queryClient.invalidateQueries(accountQuery(email));
    },
    onError: (error) => showUnderFields(form, error),
  });
  return (
    <>
      <p>
        {hasPassword
          ? 'With a new password you stay signed in here, and are signed out everywhere else.'
          : 'You sign in without a password. With one you can also sign in by email.'}
      </p>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (wish) => change.mutate(wish),
          (errors) => focusFirstError(form, errors),
        )}
      >
        {/* For password managers: whose password it is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <PasswordField
            label="Current password"
            name="password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        )}
        <PasswordField
          label="New password"
          description={`${minimum} characters or more`}
          name="newPassword"
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <FormError error={change.error} fields={['password', 'newPassword']} />
        <BusyButton type="submit" isBusy={change.isPending}>
          {hasPassword ? 'Change password' : 'Set password'}
        </BusyButton>
      </form>
    </>
  );
}
