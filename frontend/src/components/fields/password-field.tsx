import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Mantine marks every field that is wrong but this one: without the mark, a screen reader says nothing of it. */
export function PasswordField(field: PasswordInputProps) {
  return <PasswordInput {...field} aria-invalid={field.error ? true : undefined} />;
}
