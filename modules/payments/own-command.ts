import type { CommandContext } from '../kernel/commands.ts';
import { derivedId, digest } from '../kernel/encoding/derived.ts';

/** A step that is made once for its subject, on whoever's behalf it is made first. */
export function ownCommand(context: CommandContext, what: string, ...subject: readonly string[]): CommandContext {
  return { ...context, commandId: derivedId(what, ...subject), fingerprint: digest(what, ...subject) };
}
