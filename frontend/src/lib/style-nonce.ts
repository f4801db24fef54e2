/**
 * What the server lets this page's style elements be known by (its Content-Security-Policy); another one for every page. The
 * attribute reads as empty, so that no stylesheet can find it out: only the property has it. Pages of tests have none.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}

/** For Mantine's dialogs, whose style element for a page that does not scroll (react-remove-scroll) asks for this name. */
export function tellStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
