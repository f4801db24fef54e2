import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type SignUp, signUpForm } from '../../../../../modules/identity/contract.ts';
import { PasswordField } from '../../../components/fields/password-field.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { focusFirstError } from '../../../lib/focus/focus-first-error.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { signUp } from '../../../lib/session/sign-in.ts';
import { usePasswordMinimum } from '../passwords/use-password-minimum.ts';

export function SignupForm() {
  const signup = useChange({
    name: 'sign up',
    isSecret: true,
    call: (account: SignUp, key) => signUp(account, key),
  });
  const minimum = usePasswordMinimum();
  const form = useForm<SignUp>({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: (values) => schemaResolver(signUpForm(minimum), { sync: true })(values),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => signup.mutate(values),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <TextInput label="Name" name="name" autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
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
        description={`${minimum} characters or more`}
        name="password"
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <FormError error={signup.error} />
      <BusyButton type="submit" isBusy={signup.isPending}>
        Sign Up
      </BusyButton>
    </form>
  );
}
