import { schemaResolver, useForm } from '@mantine/form';
import { newPasswordForm } from '../../../../../modules/identity/contract.ts';
import { PasswordField } from '../../../components/fields/password-field.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { send } from '../../../lib/api/http.ts';
import { focusFirstError } from '../../../lib/focus/focus-first-error.ts';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { storedAccess } from '../../../lib/session/access-token.ts';
import { renew } from '../../../lib/session/session.ts';
import { usePasswordMinimum } from './use-password-minimum.ts';

/** Sets a new password with a mailed link. `done` is told when it is set, which is what is shown from then on. */
export function ResetPassword({ token, done }: { token: string; done: () => void }) {
  const minimum = usePasswordMinimum();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: (wish) => schemaResolver(newPasswordForm(minimum), { sync: true })(wish),
  });
  const reset = useChange({
    name: 'reset password',
    isSecret: true,
    call: async ({ password }: { password: string }, key) => {
      await send('/identity/reset-password', { method: 'POST', body: { link: token, password }, key });
    },
    async onSuccess() {
      // Who was signed in here to that account is so no more.
      const access = storedAccess();
      if (access) await renew(access.token).catch(() => undefined);
      done();
    },
    onError: (error) => showUnderFields(form, error),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (wish) => reset.mutate(wish),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <PasswordField
        label="New password"
        description={`${minimum} characters or more`}
        name="password"
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <FormError error={reset.error} fields={['password']} />
      <BusyButton type="submit" isBusy={reset.isPending}>
        Set password
      </BusyButton>
    </form>
  );
}
