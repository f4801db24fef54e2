import type { z } from 'zod';
import { type EntityView, entityView, type Shown } from './history.ts';
import type { Projection } from './projection.ts';

/** A document, and what it came to be called when its projection ended it. */
export type DocumentState = { readonly document?: unknown; readonly ended?: string };

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
    evolve(state, event) {
      if (!projection.handles(event.type) || projection.idOf(event) === undefined) return endedBy(state, event.type);
      const document = projection.evolve(state.ended === undefined ? state.document : undefined, event);
      return document === undefined ? endedBy(state, event.type) : { document };
    },
    shown({ document, ended: status }) {
      if (document === undefined) return status === undefined ? undefined : { status };
      // What the schema does not name is not shown; what it makes of the document is what a GET answers.
      const shown = schema.parse(document) as Shown;
      return status === undefined ? shown : { ...shown, status };
    },
    ...(keptAs !== undefined && { keptAs }),
  });

  function endedBy(state: DocumentState, type: string): DocumentState {
    const status = ended[type];
    return status === undefined ? state : { ...state, ended: status };
  }
}
