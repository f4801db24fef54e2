import '../../testing/browser.ts';
import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { StateMessage } from './state-message.tsx';

function list(isEmpty: boolean, children?: ReactNode) {
  return (
    <MantineProvider>
      <section aria-label="The list" tabIndex={-1}>
        <button type="button">Another</button>
        {children}
        {isEmpty && (
          <StateMessage title="Nothing like that">
            <button type="button">Show all</button>
          </StateMessage>
        )}
      </section>
    </MantineProvider>
  );
}

describe('a message in the place of a list, whose button has the focus', () => {
  it('leaves it to the list as it goes away', async () => {
    const { rerender } = render(list(true));
    act(() => screen.getByRole('button', { name: 'Show all' }).focus());
    rerender(list(false));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'The list' })));
  });

  it('takes it from nothing else', async () => {
    const { rerender } = render(list(true));
    const another = screen.getByRole('button', { name: 'Another' });
    act(() => another.focus());
    rerender(list(false));
    await act(async () => {});
    expect(document.activeElement).toBe(another);
  });

  it('takes it from nothing that came in its place with it', async () => {
    const { rerender } = render(list(true));
    act(() => screen.getByRole('button', { name: 'Show all' }).focus());
    const first = (
      <button type="button" ref={(button) => button?.focus()}>
        The first
      </button>
    );
    rerender(list(false, first));
    await act(async () => {});
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'The first' }));
  });

  it('gives it to nobody who had none', async () => {
    const { rerender } = render(list(true));
    rerender(list(false));
    await act(async () => {});
    expect(document.activeElement).toBe(document.body);
  });
});
