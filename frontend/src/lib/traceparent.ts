import { sinceLastAct } from './last-act.ts';

const hex = (bytes: number) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Milliseconds after which what is sent is not because of what somebody pressed. */
const longestAgo = 60_000;

/** The header with which a trace begins in the browser (W3C Trace Context): a trace of its own for what one click changes. */
export function newTraceparent(): string {
  return `00-${hex(16)}-${hex(8)}-01`;
}

/** Beside it (`tracestate`): how many milliseconds ago the click was. Nothing where nobody has clicked, or long ago. */
export function clickState(): string | undefined {
  const ago = sinceLastAct();
  return ago === undefined || ago >= longestAgo ? undefined : `inventory=${ago}`;
}
