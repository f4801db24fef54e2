import type { NewEvent, StoredEvent } from '../../modules/kernel/event.ts';
import { Annotation } from '../../modules/kernel/memory/annotation.ts';
import type { EventDeclaration } from '../../modules/kernel/stored-events.ts';
import { boundTo } from './opening.ts';
import { seal } from './seal.ts';
import { forgotten, type SubjectKey, type SubjectKeys } from './subject-keys.ts';

/** What stands in the place of sealed fields that were written after the person was forgotten. */
const unsaid = 'forgotten';

type Fields = Record<string, unknown>;
type Personal = { readonly subject: (data: unknown) => string; readonly fields: readonly string[] };

/** Seals events as they are written. */
export type Sealing = {
  /** A promise only where the person's key has to be looked up. */
  sealed(event: NewEvent, stream: string): NewEvent | Promise<NewEvent>;
  /** An event that was sealed here and never left the memory, as if it had been opened; undefined for any other. */
  asWritten(event: StoredEvent): StoredEvent | undefined;
};

export function sealing(declarations: ReadonlyMap<string, EventDeclaration>, keys: SubjectKeys): Sealing {
  /**
   * What opening would give, by the data that it was sealed into. It is gone with that data, and nobody's any more as soon as
   * the person is known to be forgotten.
   */
  const plain = new Annotation<object, { readonly subject: string; readonly data: Fields }>();

  function sealedWith(key: SubjectKey | undefined, event: NewEvent, stream: string, personal: Personal): NewEvent {
    const subject = personal.subject(event.data);
    const said = event.data as Fields;
    const values: Fields = {};
    let isWhole = true; // As JSON gives them back.
    for (const field of personal.fields) {
      values[field] = said[field];
      if (typeof said[field] !== 'string') isWhole = false;
    }
    const sealed: Fields = {};
    // Left out as it is made: an object of which something is deleted is a slow one from then on, and so are its copies.
    for (const field in said) if (!personal.fields.includes(field)) sealed[field] = said[field];
    const opened = isWhole && { ...sealed, ...values };
    sealed.sealed = key ? seal(values, key, boundTo({ stream, type: event.type }, subject)) : unsaid;
    if (key && opened) plain.set(sealed, { subject, data: opened });
    return { ...event, data: sealed };
  }

  return {
    sealed(event, stream) {
      const personal = declarations.get(event.type)?.versions.get(event.meta.schema)?.personal;
      if (!personal) return event;
      const subject = personal.subject(event.data);
      const known = keys.known(subject);
      if (known) return sealedWith(known === forgotten ? undefined : known, event, stream, personal);
      return keys.findOrCreate(subject).then((key) => sealedWith(key, event, stream, personal));
    },
    asWritten(event) {
      const written = typeof event.data === 'object' && event.data !== null ? plain.get(event.data) : undefined;
      if (!written) return undefined;
      const key = keys.known(written.subject);
      if (key === undefined || key === forgotten) return undefined;
      return { ...event, data: written.data };
    },
  };
}
