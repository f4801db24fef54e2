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
  const isInternal = new Set<string>(internal);
  return {
    write(document) {
      const [shown, hidden]: Record<string, unknown>[] = [{}, {}];
      for (const [name, value] of Object.entries(document as object)) {
        const line = isInternal.has(name) ? hidden : shown;
        if (line) line[name] = value;
      }
      return `${JSON.stringify(shown)}\n${JSON.stringify(hidden)}`;
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
