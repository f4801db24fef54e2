import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Proves who somebody is before a person is forgotten; what has no password is proved otherwise. */
export function OwnPasswordField(field: PasswordInputProps) {
  return (
    <PasswordInput
      description="Leave it empty if you log in with Google alone"
      name="password"
      autoComplete="current-password"
      {...field}
    />
  );
}

/** What is sent of it: nothing when it was left empty. */
export const proofOf = (password: string): { password?: string } => (password ? { password } : {});
