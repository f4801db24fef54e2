import { useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';

/**
 * Whether the visitor of this page is after something. It stays so when the word is taken out again: what stands above
 * the search must not grow back under who is about to type another one. A fresh visit of the page begins anew.
 */
export function useHasSearched(): boolean {
  const [params] = useSearchParams();
  const isTyping = useNavigationType() === 'REPLACE';
  const searches = params.has('search');
  const [hasSearched, setSearched] = useState(searches);
  if (searches !== hasSearched && (searches || !isTyping)) {
    setSearched(searches);
    return searches;
  }
  return hasSearched;
}
