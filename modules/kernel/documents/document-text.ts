import { Annotation } from '../memory/annotation.ts';

/**
 * A document as the read models keep it: a line of JSON that can go out as it is and, where there is something that only
 * queries need, a second line with that. JSON never has a line break of its own.
 */
export type DocumentText<Document> = {
  readonly write: (document: Document) => string;
  readonly read: (text: string) => Document;
};

/** How documents are kept of which some fields are internal: no answer shows them. */
export function documentText<Document>(internal: readonly (keyof Document & string)[]): DocumentText<Document> {
  if (internal.length === 0) return { write: (document) => JSON.stringify(document), read: (text) => JSON.parse(text) };
  // JSON has no undefined: what is set to it is left out.
  const leftOut = Object.fromEntries(internal.map((name) => [name, undefined]));
  return {
    write(document) {
      const hidden: Record<string, unknown> = {};
      for (const name of internal) hidden[name] = document[name];
      // Joined it is one piece. Of a template V8 keeps the parts until somebody looks into it, and from then on beside the whole: both
      // would be moved among what stays, for as long as the document waits to be written.
      return [JSON.stringify({ ...document, ...leftOut }), JSON.stringify(hidden)].join('\n');
    },
    read(text) {
      const [shown = '{}', hidden = '{}'] = text.split('\n');
      return { ...JSON.parse(shown), ...JSON.parse(hidden) };
    },
  };
}

/** What of a document's text may go out. */
export function shownIn(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}

const shownLists = new Annotation<readonly string[], string[]>();

/** What of documents' texts may go out: the same list for the same list, and the list itself where nothing is hidden. */
export function shownInAll(texts: string[]): string[] {
  const known = shownLists.get(texts);
  if (known) return known;
  const shown = texts.some((text) => text.includes('\n')) ? texts.map(shownIn) : texts;
  shownLists.set(texts, shown);
  return shown;
}
