import { useLocation } from 'react-router-dom';

/** The page that sent one to the login, to go back to; undefined when one came by oneself. A path of this site only. */
export function useCameFrom(): string | undefined {
  const { state, search } = useLocation();
  const remembered: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  const from = remembered ?? new URLSearchParams(search).get('from');
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined;
}
