const hex = (bytes: number) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The header with which a trace begins in the browser (W3C Trace Context): a trace of its own for what one click changes. */
export function newTraceparent(): string {
  return `00-${hex(16)}-${hex(8)}-01`;
}
