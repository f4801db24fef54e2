import { sinceLastAct } from './last-act.ts';

const hex = () => crypto.randomUUID().replaceAll('-', '');

/** The header with which a trace begins in the browser (W3C Trace Context): a trace of its own for what one click changes. */
export function newTraceparent(): string {
  return `00-${hex()}-${hex().slice(16)}-01`;
}

/** Beside it (`tracestate`): how many milliseconds ago the click was. Of what was long ago the shop takes no notice. */
export const clickState = () => `inventory=${sinceLastAct()}`;
