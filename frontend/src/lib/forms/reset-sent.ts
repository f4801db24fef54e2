type SentForm<Values> = { getValues: () => Values; reset: () => void };

/** Empties a form once what was sent of it is done: not of what was typed on while that was on its way. */
export function resetSent<Values extends Record<string, string>>(form: SentForm<Values>, sent: Values): void {
  const now = form.getValues();
  if (Object.keys(sent).every((field) => now[field] === sent[field])) form.reset();
}
