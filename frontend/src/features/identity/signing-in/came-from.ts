import { useLocation } from 'react-router-dom';

/** The page that sent one to the login, to go back to; undefined when one came by oneself. A path of this site only. */
export function useCameFrom(): string | undefined {
  const { state, search } = useLocation();
  const remembered: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  const asked = new URLSearchParams(search);
  // Google's sign-in comes back to this page with where it was to go, when a second factor is wanted first.
  const from = remembered ?? asked.get('from') ?? beyondLogin(asked.get('returnTo'));
  // Browsers leave out tabs and line ends: '/\t/' is '//' to them, and leads to another site.
  return typeof from === 'string' && /^\/(?![\t\n\r]*[/\\])/.test(from) ? from : undefined;
}

/** The login and the sign-up are on the way to some page, and say which. */
function beyondLogin(returnTo: string | null): string | null {
  const [path = '', query] = (returnTo ?? '').split('?');
  return ['/login', '/signup'].includes(path) ? new URLSearchParams(query).get('from') : returnTo;
}
