import type { ListQuery } from '../../kernel/read-models.ts';
import type { View } from '../../kernel/view.ts';
import type { Tool, ToolOrder, ToolsQuery } from '../contract.ts';

export type FoundTools = { readonly documents: string[]; readonly next: string | undefined; readonly asOf: bigint };

const pageSize = 200;

/** The tools that a query asks for, as JSON texts: by name, unless it says otherwise. */
export async function findTools(
  tools: View<Tool>,
  query: ToolsQuery & { readonly signal?: AbortSignal },
): Promise<FoundTools> {
  const { search, sort = 'name', limit, after, signal } = query;
  const isDescending = sort.startsWith('-');
  const index = (isDescending ? sort.slice(1) : sort) as ToolOrder;
  const order = isDescending ? 'descending' : 'ascending';
  const listed = { index, key: '', order, limit, after, signal } as const;
  if (!search) return tools.texts(listed);
  return matching(tools, listed, termsOf(search));
}

function termsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Every term has to be found somewhere in the name or the description. */
function isMatch(text: string, terms: readonly string[]): boolean {
  const { name, Description }: Tool = JSON.parse(text);
  const words = `${name}\n${Description}`.toLowerCase();
  return terms.every((term) => words.includes(term));
}

/** Reads through the list for matches; the cursor stands behind the last one given, and only where more follow. */
async function matching(tools: View<Tool>, listed: ListQuery, terms: readonly string[]): Promise<FoundTools> {
  const most = listed.limit;
  const found: string[] = [];
  let cursor: string | undefined;
  let after = listed.after;
  let asOf: bigint | undefined;
  do {
    const page = await tools.texts({ ...listed, limit: pageSize, after });
    asOf ??= page.asOf; // The first page is the oldest.
    for (const [at, text] of page.documents.entries()) {
      if (!isMatch(text, terms)) continue;
      if (found.length === most) return { documents: found, next: cursor, asOf };
      found.push(text);
      if (found.length === most) cursor = (await tools.texts({ ...listed, limit: at + 1, after })).next ?? page.next;
    }
    after = page.next;
  } while (after !== undefined);
  return { documents: found, next: undefined, asOf };
}
