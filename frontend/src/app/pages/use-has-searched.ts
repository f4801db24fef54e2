import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { looking } from '../../lib/navigation/use-address-steps.ts';

/**
 * Whether the visitor of this page is after something. It stays so when the word is taken out again: what stands above
 * the search must not grow back under who is about to type another one. A fresh visit of the page begins anew.
 */
export function useHasSearched(): boolean {
  const [params] = useSearchParams();
  const isLooking = useLocation().state === looking;
  const searches = params.has('search');
  const [hasSearched, setSearched] = useState(searches);
  if (searches !== hasSearched && (searches || !isLooking)) {
    setSearched(searches);
    return searches;
  }
  return hasSearched;
}
