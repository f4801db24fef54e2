import { act, screen } from '@testing-library/react';

/** The connection is lost and found again: what has failed meanwhile is asked for anew. */
export async function comeBackOnline(): Promise<void> {
  act(() => void window.dispatchEvent(new Event('offline')));
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Back online.');
}
