import { useDeferredValue } from 'react';

/**
 * What was fetched, rendered in slices when it first comes: between them the browser can paint, and answer who presses
 * something. Undefined until then, so that what stands in its place stays. What comes later is rendered at once.
 */
export function useAtLeisure<Fetched>(fetched: Fetched | undefined): Fetched | undefined {
  const isRendered = useDeferredValue(fetched !== undefined);
  return isRendered ? fetched : undefined;
}
