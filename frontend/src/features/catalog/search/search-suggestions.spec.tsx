import '../../../testing/browser.ts';
import { render, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useLayoutEffect, useRef } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { Providers } from '../../../app/providers.tsx';
import { createQueryClient } from '../../../app/query-client.ts';
import { fakeShop } from '../../../testing/fake-shop.ts';
import { SearchSuggestions } from './search-suggestions.tsx';

/** Somebody who types on after the suggestions were rendered, before they listen. */
function QuickTypist() {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.value = 'hamer';
  }, []);
  return (
    <>
      <input ref={box} defaultValue="ham" aria-label="Search" />
      <SearchSuggestions box={box} searched={{ current: '' }} onTaken={() => undefined} />
    </>
  );
}

describe('suggestions', () => {
  it('are for all that was typed until they listen', async () => {
    const asked: (string | null)[] = [];
    fakeShop.use(
      http.get('*/tool/suggestions', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('q'));
        return HttpResponse.json([]);
      }),
    );
    render(
      <Providers queryClient={createQueryClient()}>
        <MemoryRouter>
          <QuickTypist />
        </MemoryRouter>
      </Providers>,
    );
    await waitFor(() => expect(asked.at(-1)).toBe('hamer'));
  });
});
