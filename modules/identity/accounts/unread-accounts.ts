import type { CommandContext, Commands } from '../../kernel/commands.ts';
import { DamagedStream, KeyUsedBefore } from '../../kernel/errors.ts';
import type { StoredEvent } from '../../kernel/event.ts';
import { forgetUnread } from '../commands/forget-person.ts';
import { account, accountIdIn, accountStream } from './account.ts';

/** In which stream it is said that somebody is forgotten, and where that stands in the log. */
export type Closed = { readonly position: bigint; readonly stream: string };

/** What a stream holds: what cannot be read of it is told as such, and what is gone is left out. */
export type ReadTold = (stream: string) => Promise<readonly StoredEvent[]>;

/**
 * What a command has said among these events.
 * @throws KeyUsedBefore where it had another payload then
 */
export function saidBy(
  { commandId, fingerprint }: CommandContext,
  events: readonly StoredEvent[],
): { position: bigint } | undefined {
  const said = events.findLast(({ meta }) => meta.commandId === commandId);
  if (said && said.meta.fingerprint !== fingerprint) throw new KeyUsedBefore();
  return said && { position: said.position };
}

/**
 * Closes the account of somebody that may be in streams which cannot be read: behind what stands there it is said that they are
 * forgotten, which holds as soon as it can be read.
 * @returns where it is said last
 */
export async function closeUnread(
  commands: Commands,
  { uid, streams }: { readonly uid: string; readonly streams: readonly string[] },
  context: CommandContext,
): Promise<Closed> {
  let closed: Closed = { position: 0n, stream: '' };
  for (const stream of streams) {
    const command = { type: 'ForgetPerson', uid } as const;
    const how = { isBlind: true } as const;
    const { position } = await commands.execute(account, accountIdIn(stream), context, command, forgetUnread, how);
    closed = { position, stream };
  }
  return closed;
}

/** Whether it is an account that cannot be read, by this release or any. */
export const isUnread = (reason: unknown): reason is DamagedStream =>
  reason instanceof DamagedStream && reason.stream.startsWith(accountStream(''));

/** What is looked up; undefined where it is in an account that cannot be read. */
export async function unlessUnread<Found>(
  found: Promise<Found>,
  unread: (reason: DamagedStream) => void = () => {},
): Promise<Found | undefined> {
  try {
    return await found;
  } catch (reason) {
    if (!isUnread(reason)) throw reason;
    unread(reason);
    return undefined;
  }
}
