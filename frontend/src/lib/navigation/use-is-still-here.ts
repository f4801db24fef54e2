import { useContext, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom';

/**
 * Whether somebody is on the page that this was drawn on, to be asked when a late answer would lead them on: who has gone elsewhere
 * stays there. Not whether this is still mounted: who went and came back is on the page too, and waits for the answer as well.
 */
export function useIsStillHere(): () => boolean {
  const { pathname } = useLocation();
  const [here] = useState(pathname);
  // The history itself: what an unmounted component last heard from the router is out of date.
  const history = useContext(NavigationContext).navigator as unknown as { readonly location: { pathname: string } };
  return () => history.location.pathname === here;
}
