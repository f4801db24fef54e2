import type { CommandContext } from '../../modules/kernel/commands.ts';
import { derivedId, digest } from '../../modules/kernel/encoding/derived.ts';
import type { Actor } from '../../modules/kernel/event.ts';

/** The context of a command that somebody gave: the same key with the same payload is the same command. */
export function contextOf(key: string, but: { payload?: unknown; actor?: Actor } = {}): CommandContext {
  return {
    commandId: derivedId('key', key),
    fingerprint: digest(JSON.stringify(but.payload ?? null)),
    actor: but.actor ?? { uid: 'u1', role: 'user' },
    correlationId: derivedId('request', key),
  };
}

/** The same of a call that its caller may make again. */
export function keyedContextOf(...[key, but]: Parameters<typeof contextOf>): CommandContext {
  const context = contextOf(key, but);
  return { ...context, keyedAs: context.commandId };
}
