import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { configQuery } from '../../lib/queries/config-query.ts';
import { shopConfig } from '../../testing/fake-shop.ts';
import { ShownValue } from './shown-value.tsx';

describe('a value in the history', () => {
  it.each([
    ['today.revenue', 101_016.99, '$101,016.99'],
    ['price', -5, '-$5.00'],
    ['refunded', 12_224, '12,224'],
    ['Ratings', 4.55, '4.55'],
    ['paidAt', '2026-11-28T10:32:59.635001Z', 'Nov 28, 2026, 10:32:59 AM'],
    ['toolName', '2026-11-28 is no moment', '2026-11-28 is no moment'],
    ['amount', { amount: 124_950, currency: 'usd' }, '$1,249.50'],
    ['amount', { amount: 5, currency: 'none' }, '{"amount":5,"currency":"none"}'],
    ['large', true, 'true'],
    ['location', '', 'empty'],
    ['carrier', undefined, 'nothing'],
  ])('is written as on every other page: %s %s', (field, value, shown) => {
    const client = new QueryClient();
    client.setQueryData(configQuery.queryKey, shopConfig);
    const { container } = render(
      <QueryClientProvider client={client}>
        <ShownValue field={field} value={value} />
      </QueryClientProvider>,
    );
    expect(container.textContent?.replaceAll('\u202f', ' ')).toBe(shown);
  });
});
