import { z } from 'zod';
import type { StoredEvent } from '../event.ts';
import { type EntityView, entityView, type HeldBy, type Shown, Unfoldable } from '../history.ts';
import type { Projection } from '../projection.ts';
import { foldEvent } from './fold-event.ts';

/** A document, what it came to be called when its projection ended it, and what it is held by. */
export type DocumentState = { readonly document?: unknown; readonly ended?: string; readonly held?: HeldBy };

/**
 * A view that shows of a thing what GETs show of it: the document of a read model, as a schema knows it.
 * @param options.ended what `status` a thing has once an event of some type has ended its document, which stays as it was
 */
export function documentView(
  projection: Projection,
  options: {
    readonly name: string;
    readonly schema: z.ZodType<object>;
    readonly ended?: { readonly [type: string]: string };
    readonly keptAs?: number;
  },
): EntityView {
  const { name, schema, ended = {}, keptAs } = options;
  return entityView<DocumentState>({
    name,
    initial: {},
    projection: projection.storedAs,
    heldBy: ({ held }) => held,
    /** As read models do: of an event that says of no thing what it is about, none is held. @throws Unfoldable */
    evolve(state, event) {
      if (!projection.handles(event.type) || projection.idOf(event) === undefined) return endedBy(state, event.type);
      const before = state.ended === undefined ? state.document : undefined;
      const document = documentBy(state, before, event);
      return document === undefined ? endedBy(state, event.type) : { document };
    },
    shown({ document, ended: status }) {
      if (document === undefined) return status === undefined ? undefined : { status };
      const shown = shownBy(schema, document);
      return status === undefined ? shown : { ...shown, status };
    },
    ...(keptAs !== undefined && { keptAs }),
  });

  function documentBy(state: DocumentState, before: unknown, event: StoredEvent): unknown {
    try {
      return foldEvent(projection, before, event).document;
    } catch (reason) {
      throw new Unfoldable({ ...state, held: { eventId: event.id, revision: `${event.revision}` } }, reason);
    }
  }

  function endedBy(state: DocumentState, type: string): DocumentState {
    const status = ended[type];
    return status === undefined ? state : { ...state, ended: status };
  }
}

/**
 * What the schema does not name is not shown; what it makes of the document is what a GET answers. Of a document that a damaged
 * event made another of, only the fields are shown that are as they should be.
 */
function shownBy(schema: z.ZodType<object>, document: unknown): Shown | undefined {
  const whole = schema.safeParse(document);
  if (whole.success) return whole.data as Shown;
  if (!(schema instanceof z.ZodObject) || typeof document !== 'object') return undefined;
  const fields = document as { readonly [field: string]: unknown };
  const shown = Object.entries(schema.shape).flatMap(([name, field]) => {
    const read = z.safeParse(field as z.ZodType, fields[name]);
    return read.success && read.data !== undefined ? [[name, read.data] as const] : [];
  });
  return Object.fromEntries(shown);
}
