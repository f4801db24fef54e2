import { useEffect } from 'react';
import { mostWatched } from '../../../../modules/kernel/wire/most-watched.ts';

/** What the page shows of things that change often, by id; and by how many parts of it. The newest part comes last. */
const shown = new Map<string, number>();
const listeners = new Set<() => void>();

/** The ids that are shown now; where they are too many, those that came last. */
export function watchedNow(): string[] {
  return [...shown.keys()].slice(-mostWatched);
}

export function onWatchedChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function watch(id: string): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1);
  tell();
  return () => {
    const others = (shown.get(id) ?? 0) - 1;
    if (others > 0) shown.set(id, others);
    else shown.delete(id);
    tell();
  };
}

/** Has the shop tell of these tools' stock for as long as they are shown. */
export function useAllWatched(ids: readonly string[]): void {
  const joined = ids.join();
  useEffect(() => {
    const ends = joined.split(',').filter(Boolean).map(watch);
    return () => {
      for (const end of ends) end();
    };
  }, [joined]);
}

/** Has the shop tell of this tool's stock for as long as it is shown. */
export function useWatched(id: string): void {
  useEffect(() => watch(id), [id]);
}
