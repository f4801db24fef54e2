import { Refusal, Unavailable } from '../../../modules/kernel/errors.ts';
import { UnusableLog } from '../../event-store/sqlite/unusable-log.ts';
import { AheadOfLog } from '../../feed/reactions/reactor-checkpoint.ts';
import { BadSetting } from '../../start/settings/config.ts';
import { printableLine } from '../output/printable.ts';
import { fileFault } from './file-fault.ts';

/** The operator wanted the command to end. */
export class Interrupted extends Error {
  override name = 'Interrupted';
  constructor() {
    super('Interrupted.');
  }
}

/** What the command found is not as it should be, and it has said so. */
export class NotWell extends Error {
  override name = 'NotWell';
}

const known = [Refusal, BadSetting, UnusableLog, Unavailable, AheadOfLog, Interrupted, NotWell];

/** Says in one line what went wrong. Of what nobody thought of it says what it is, and where it was only when asked to. */
export function sayWhatFailed(reason: unknown): void {
  const fault = fileFault(reason);
  const isKnown = fault !== undefined || known.some((kind) => reason instanceof kind);
  const text = fault ?? (reason instanceof Error ? reason.message : String(reason));
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ');
  console.error(
    printableLine(isKnown ? line : `It failed for no reason that was foreseen (${nameOf(reason)}): ${line}`),
  );
  if (!isKnown && process.env.LOG_LEVEL === 'debug') console.error(reason);
}

function nameOf(reason: unknown): string {
  return reason instanceof Error ? reason.name : typeof reason;
}
