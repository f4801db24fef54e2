import { useNavigate } from 'react-router-dom';
import { type How, useAddressSteps } from '../../../lib/navigation/use-address-steps.ts';
import { useTrail } from '../../../lib/navigation/use-trail.ts';
import { firstPage, type OrdersWanted, type Place, placeIn, searchFor, wantedIn } from './orders-wanted.ts';

/** The part of the page that another page of the orders begins at. */
export const listId = 'orders';
const listHash = `#${listId}`;

/** What is looked for, and the page of it, live in the address bar. */
export function useOrdersWanted() {
  const navigate = useNavigate();
  const { params, latest, go } = useAddressSteps();
  const wanted = wantedIn(params);
  const place = placeIn(params);
  const trail = useTrail(isPlace);

  /** Looks for something else, from its first page on. */
  const want = (change: OrdersWanted, how?: How) => {
    const before = wantedIn(latest.current);
    const next = searchFor({ ...before, ...change });
    if (next !== searchFor(before)) go(new URLSearchParams(next), how);
  };

  const older = (next: string, shown: number) => ({
    to: { search: searchFor(wanted, { after: next, from: place.from + shown }), hash: listHash },
    state: { trail: [...trail, place] },
  });
  const newer = () => ({
    to: { search: searchFor(wanted, trail.at(-1) ?? firstPage), hash: listHash },
    state: { trail: trail.slice(0, -1) },
  });
  return { wanted, place, want, older, newer, first: () => navigate({ search: searchFor(wanted) }) };
}

function isPlace(kept: unknown): kept is Place {
  const { after, from } = (kept ?? {}) as Partial<Place>;
  return typeof after === 'string' && typeof from === 'number';
}
