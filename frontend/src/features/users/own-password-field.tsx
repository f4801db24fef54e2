import type { PasswordInputProps } from '@mantine/core';
import { PasswordField } from '../../components/fields/password-field.tsx';

/** Proves who somebody is before a person is forgotten; what has no password is proved otherwise. */
export function OwnPasswordField(field: PasswordInputProps) {
  return (
    <PasswordField
      description="Leave it empty if you log in with Google alone"
      name="password"
      autoComplete="current-password"
      {...field}
    />
  );
}

/** What is sent of it: nothing when it was left empty. */
export const proofOf = (password: string): { password?: string } => (password ? { password } : {});
