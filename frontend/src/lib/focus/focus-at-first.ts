/** A ref for the first field of what comes by itself, after something was fetched say: it takes the focus as it appears. */
export function focusAtFirst(node: HTMLElement | null): void {
  node?.focus();
}
