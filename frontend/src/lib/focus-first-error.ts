export type FocusableForm = { getInputNode: (path: string) => HTMLElement | null };

/** Takes one to the first field that does not validate, in the order of the page; its message is read out with it. */
export function focusFirstError(form: FocusableForm, errors: Record<string, unknown>): void {
  const [first] = Object.keys(errors)
    .map((path) => form.getInputNode(path))
    .filter((node) => node !== null)
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  first?.focus();
}
