import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/** Changes what is kept of answers, wherever `patch` makes something else of it. How old an answer is stays as it was. */
export function patchCached<Data>(client: QueryClient, of: QueryFilters, patch: (data: Data) => Data): void {
  for (const query of client.getQueryCache().findAll(of)) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    if (data === undefined) continue;
    const next = patch(data as Data);
    if (next === data) continue;
    // Unlike setState, this also outlasts a fetch under way that is called off.
    client.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
}
