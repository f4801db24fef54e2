import type { PersonForgotten } from '../../modules/identity/contract.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { EventDeclaration } from '../../modules/kernel/stored-events.ts';
import { erased } from '../../modules/kernel/values/erased.ts';
import { damageOf } from '../event-store/whole-event.ts';
import { unseal } from './seal.ts';
import type { SubjectKeys } from './subject-keys.ts';
import { DamagedKey } from './wrapped-key.ts';

type Fields = Record<string, unknown>;

/** Opens events as they are read: what is sealed in them, by the version of the event's schema. */
export function opening(declarations: ReadonlyMap<string, EventDeclaration>, keys: SubjectKeys) {
  async function opened(event: StoredEvent): Promise<StoredEvent> {
    // Told as of events with nothing sealed (upcasting). Without this it would read as one of somebody who was erased.
    if (event.damaged !== undefined || damageOf(event) !== undefined) return event;
    // In the order of the log: all nodes read what was written of a person after this as a rebuild will.
    if (event.type === 'PersonForgotten') keys.takeForForgotten((event as StoredEvent<PersonForgotten>).data.uid);
    const personal = declarations.get(event.type)?.versions.get(event.meta.schema)?.personal;
    if (!personal) return event;
    const { sealed: text, ...rest } = event.data as Fields;
    const subject = personal.subject(rest);
    const key = typeof text === 'string' ? await keys.find(subject) : undefined;
    const values = key && unseal(String(text), key, boundTo(event, subject));
    const data = { ...rest, ...(values ?? erasedFields(personal)) };
    return { ...event, data };
  }

  /** One event that nobody can open must not keep the rest of the log from being read. */
  async function openedOrDamaged(event: StoredEvent): Promise<StoredEvent> {
    try {
      return await opened(event);
    } catch (reason) {
      if (!cannotBeOpened(reason)) throw reason;
      return { ...event, data: undefined, damaged: `${event.type} cannot be opened. ${reason.message}` };
    }
  }

  return { openedOrDamaged };
}

/** Whether it is this event alone, or its person's, that nobody can open: the text was altered, or the key. */
export const cannotBeOpened = (reason: unknown): reason is TypeError | DamagedKey =>
  reason instanceof TypeError || reason instanceof DamagedKey;

/** Where what is sealed belongs: nowhere else it can be opened. */
export const boundTo = ({ stream, type }: { readonly stream: string; readonly type: string }, subject: string) =>
  `${stream} ${type} ${subject}`;

/** What is read of the personal fields of somebody who was erased. */
export const erasedFields = ({ fields }: { readonly fields: readonly string[] }): Fields =>
  Object.fromEntries(fields.map((field) => [field, erased]));
