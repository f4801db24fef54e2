import type { UseQueryResult } from '@tanstack/react-query';

/**
 * Why there is nothing to show. What is shown already stays as it is when asking for it again fails, as it does by itself
 * now and then: it must not move under somebody's hand, and that the shop cannot be reached is said above every page.
 */
export function nothingFetched({ isLoadingError, error }: Pick<UseQueryResult, 'isLoadingError' | 'error'>) {
  return isLoadingError ? error : null;
}
