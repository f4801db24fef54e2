import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { SignIn } from '../../../../../modules/identity/contract.ts';
import type { ProofMethod } from '../../../../../modules/identity/factors/contract.ts';
import { PasswordField } from '../../../components/fields/password-field.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { isSecondFactorWanted } from '../../../lib/api/api-error.ts';
import { focusFirstError } from '../../../lib/focus/focus-first-error.ts';
import { lateChecks, useLateChecks, wrongBy } from '../../../lib/forms/late-checks.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { signIn } from '../../../lib/session/sign-in.ts';

const checks = lateChecks(async () => (await import('../../../../../modules/identity/contract.ts')).signInForm);

type Props = {
  /** What was typed as the email by now. */
  onEmail: (email: string) => void;
  /** The password was right, and a second factor is wanted: what it can be. */
  onSecondFactor: (methods: readonly ProofMethod[]) => void;
};

export function LoginForm({ onEmail, onSecondFactor }: Props) {
  const login = useChange({
    name: 'sign in',
    isSecret: true,
    call: (credentials: SignIn, key) => signIn(credentials, key),
    onError: (error) => {
      // The methods are the server's own, of which this page knows all.
      if (isSecondFactorWanted(error)) onSecondFactor(error.methods as readonly ProofMethod[]);
    },
  });
  const form = useForm<SignIn>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    onValuesChange: ({ email }) => onEmail(email),
    validate: (values) => wrongBy(checks.known(), values),
  });
  const { checked, isWaiting } = useLateChecks(checks);
  return (
    <form
      noValidate
      onSubmit={checked(
        form.onSubmit(
          (values) => login.mutate(values),
          (errors) => focusFirstError(form, errors),
        ),
      )}
    >
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <FormError error={login.error} />
      <BusyButton type="submit" isBusy={login.isPending || isWaiting}>
        Login
      </BusyButton>
    </form>
  );
}
