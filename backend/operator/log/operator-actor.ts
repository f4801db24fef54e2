import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { CommandContext } from '../../../modules/kernel/commands.ts';
import type { Actor } from '../../../modules/kernel/event.ts';
import { BadSetting } from '../../start/settings/config.ts';

/** Somebody at the command line, as events name them. */
export type Operator = Extract<Actor, { role: 'operator' }>;

const longestName = 100;

/**
 * Who is at the command line: who they say they are, or else the user of the operating system. It is not proved: who can read
 * the log's files can write them.
 * @throws BadSetting for a name that is empty, too long or no text of one line, and where the machine has no name for its user.
 */
export function operatorOf(as: string | undefined): Operator {
  const name = (as ?? machineUser())?.trim();
  if (!name) throw new BadSetting('--as needs a name: who does this, for the history');
  if (name.length > longestName) throw new BadSetting(`--as is too long: a name may have ${longestName} characters`);
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name)) throw new BadSetting('--as may have no control characters in it');
  return { uid: `operator:${name}`, role: 'operator', name };
}

/** The context of what an operator does, and why: each call of the command line is a new command. */
export function byOperator(actor: Operator, reason?: string): CommandContext {
  const commandId = randomUUID();
  const why = reason === undefined ? {} : { reason };
  return { commandId, fingerprint: commandId, actor, correlationId: commandId, ...why };
}

/** Undefined in a container, for one, that runs as a number without an entry in /etc/passwd. */
function machineUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
