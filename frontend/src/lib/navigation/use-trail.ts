import { useLocation } from 'react-router-dom';

/**
 * The pages of a list before this one, as far as one came by them: a cursor knows only the way forward, so each page's history entry
 * keeps the way back in its state, as `{ trail }`.
 */
export function useTrail<Page>(isPage: (kept: unknown) => kept is Page): Page[] {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('trail' in state) || !Array.isArray(state.trail)) return [];
  return state.trail.filter(isPage);
}

/** A page that is known by the cursor which it begins after. */
export const isCursor = (kept: unknown): kept is string => typeof kept === 'string';
