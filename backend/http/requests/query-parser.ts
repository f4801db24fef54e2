import { parse } from 'node:querystring';
import { LRUCache } from 'lru-cache';
import type { Route } from '../../../modules/kernel/route.ts';
import { inPlainWords } from './plain-words.ts';

/**
 * Of each route: the queries that were asked for last; how long one may be that is kept, in characters; and for how long, in
 * milliseconds, since it may name somebody who is forgotten meanwhile.
 */
const kept = { queries: 100, longest: 200, atMost: 30_000 };

/**
 * Reads the queries of a route. Most callers ask for the same few over and over, so that what a query means is kept: frozen,
 * since many calls share it. Its `parse` throws ZodError for what does not validate, which is kept for nobody.
 */
export function queryParserOf(route: Route): (search: string) => unknown {
  const { query } = route;
  if (!query) return () => ({});
  const known = new LRUCache<string, object>({ max: kept.queries });
  let forgetting: NodeJS.Timeout | undefined;
  const forget = () => {
    forgetting = undefined;
    known.clear();
  };
  return (search) => {
    const before = known.get(search);
    if (before) return before;
    const parsed = query.parse(parse(search), inPlainWords);
    const said = Object.freeze({ ...(parsed as object) });
    if (search.length <= kept.longest) {
      known.set(search, said);
      if (!forgetting) forgetting = setTimeout(forget, kept.atMost).unref();
    }
    return said;
  };
}
