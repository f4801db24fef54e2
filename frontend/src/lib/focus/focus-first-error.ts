export type FocusableForm = { getInputNode: (path: string) => HTMLElement | null };

/** Takes one to the first field that does not validate, in the order of the page; its message is read out with it. */
export function focusFirstError(form: FocusableForm, errors: Record<string, unknown>): void {
  const [first] = Object.keys(errors)
    .map((path) => form.getInputNode(path))
    .filter((node) => node !== null)
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  first?.focus();
  for (const name of presses) addEventListener(name, dropSecondPress, true);
}

const presses = ['mousedown', 'click'] as const;

/**
 * The second press of a double click meets what the messages have moved under it, and wishes for nothing there. Without this, it
 * would take the focus away from the field that is wrong. Ends with the next press that is a first one.
 */
function dropSecondPress(event: MouseEvent): void {
  if (event.detail < 2) {
    for (const name of presses) removeEventListener(name, dropSecondPress, true);
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}
