import { z } from 'zod';
import type { DomainEvent, StoredEvent } from '../../modules/kernel/event.ts';
import { storedEvents } from '../../modules/kernel/stored-events.ts';
import type { Seal } from './seal.ts';

/** Where seals are: the revision in it is a seal's number. */
export const sealStream = 'seals';

/** All that had happened by then was sealed, by the shop or by an operator: the event's actor. */
export type LogSealed = DomainEvent<'LogSealed', Seal>;

export const sealEvents = storedEvents<LogSealed>({ LogSealed: { version: 1 } }, { stream: sealStream });

/** A SHA-256 as text. */
const digest = z.string().regex(/^[\da-f]{64}$/);

/** A seal as it is written down, in the log and outside of it. */
export const writtenSeal = z.strictObject({
  number: z.int().nonnegative(),
  position: z.string().regex(/^\d+$/),
  size: z.int().positive(),
  root: digest,
  previous: digest.nullable(),
  at: z.string(),
  key: z.string(),
  signature: z.string(),
});

/** A seal outside of the log, which also knows the hash of the event that it is in the log: who made it, and why. */
export const outsideSeal = writtenSeal.extend({ event: digest });
export type OutsideSeal = Seal & { readonly event: string };

export function isSeal({ stream, type, data }: StoredEvent): boolean {
  return stream === sealStream && type === 'LogSealed' && writtenSeal.safeParse(data).success;
}
