import type { Route } from '../../../modules/kernel/route.ts';

type Entry<Handler> = { readonly route: Route; readonly handler: Handler };
type Pattern<Handler> = Entry<Handler> & { readonly parts: readonly Part[] };
/** A part of a path: the text that it must be, or the parameter whose value it is. */
type Part = { readonly text: string } | { readonly param: string };

export type Found<Handler> = Entry<Handler> & {
  readonly params: Readonly<Record<string, string>>;
  readonly pathname: string;
  readonly search: string;
};

/** An address that every reader of addresses takes alike: printable ASCII, from the root on, without a fragment. */
const plainAddress = /^\/[!"$-~]*$/;

const none = {};

/**
 * Routes by method and path: one look for a path without parameters, and one comparison for each route of as many parts
 * for the others, where Express tries every layer's regular expression in turn. It finds what Express would find, for
 * addresses that are spelt as they are declared, and nothing for all others: those are Express's to judge.
 */
export class RouteTable<Handler> {
  readonly #exact = new Map<string, Entry<Handler>>();
  readonly #patterns = new Map<string, Pattern<Handler>[]>();

  constructor(routes: Iterable<readonly [Route, Handler]>) {
    for (const [route, handler] of routes) {
      const method = route.method.toUpperCase();
      const entry = { route, handler };
      const parts = route.path.split('/').map(partOf);
      if (parts.some((part) => 'param' in part)) {
        const key = `${method} ${parts.length}`;
        this.#patterns.set(key, [...(this.#patterns.get(key) ?? []), { ...entry, parts }]);
      } else if (!this.find(method, route.path)) this.#exact.set(`${method} ${route.path}`, entry); // The first counts.
    }
  }

  find(method: string | undefined, url: string | undefined): Found<Handler> | undefined {
    if (method === undefined || url === undefined || !plainAddress.test(url)) return undefined;
    const end = url.indexOf('?');
    const pathname = end === -1 ? url : url.slice(0, end);
    const search = end === -1 ? '' : url.slice(end + 1);
    const exact = this.#exact.get(`${method} ${pathname}`);
    if (exact) return { ...exact, params: none, pathname, search };
    const said = pathname.split('/');
    for (const { parts, route, handler } of this.#patterns.get(`${method} ${said.length}`) ?? []) {
      const params = paramsIn(said, parts);
      if (params === 'broken') return undefined;
      if (params) return { route, handler, params, pathname, search };
    }
    return undefined;
  }
}

function partOf(text: string): Part {
  const param = /^\{(\w+)\}$/.exec(text)?.[1];
  return param === undefined ? { text } : { param };
}

/** The values of the parameters; undefined where the path is another one, `broken` where its escapes mean nothing. */
function paramsIn(said: readonly string[], parts: readonly Part[]): Record<string, string> | 'broken' | undefined {
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const text = said[at] ?? '';
    if ('text' in part ? part.text !== text : text === '') return undefined;
    if (!('param' in part)) continue;
    const value = decoded(text);
    if (value === undefined) return 'broken';
    params[part.param] = value;
  }
  return params;
}

function decoded(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
