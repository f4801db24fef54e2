import { ApiError } from '../api/api-error.ts';
import { type FocusableForm, focusFirstError } from '../focus/focus-first-error.ts';

type Form = FocusableForm & { setErrors: (errors: Record<string, string>) => void };

/** What the server says about fields stands under them, as if the form had found it itself. */
export function showUnderFields(form: Form, error: Error): void {
  if (!(error instanceof ApiError) || error.errors.length === 0) return;
  // Of several things wrong with a field the first is the plainest: the last one wins, so the other way round.
  const errors = Object.fromEntries(error.errors.toReversed().map(({ path, message }) => [path, message]));
  form.setErrors(errors);
  focusFirstError(form, errors);
}
