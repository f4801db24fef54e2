import { useComputedColorScheme } from '@mantine/core';
import type { Appearance } from '@stripe/stripe-js';
import { useMemo } from 'react';

/** Variables of Stripe's, and those of the shop that they are. https://docs.stripe.com/elements/appearance-api */
const variables = {
  colorPrimary: '--shop-accent',
  colorBackground: '--shop-surface',
  colorText: '--mantine-color-text',
  colorTextSecondary: '--mantine-color-dimmed',
  colorTextPlaceholder: '--mantine-color-placeholder',
  colorDanger: '--mantine-color-error',
  fontFamily: '--mantine-font-family',
  borderRadius: '--mantine-radius-sm',
} as const;

/** Stripe's fields are in frames that the page's styles do not reach: they are told how the shop looks. */
export function useAppearance(): Appearance {
  const scheme = useComputedColorScheme('light');
  return useMemo(() => {
    const page = getComputedStyle(document.documentElement);
    const known = Object.entries(variables).map(([theirs, ours]) => [theirs, page.getPropertyValue(ours).trim()]);
    return {
      theme: scheme === 'dark' ? 'night' : 'stripe',
      variables: { fontSizeBase: '16px', ...Object.fromEntries(known.filter(([, value]) => value)) },
      rules: { '.Input': { border: `1px solid ${page.getPropertyValue('--shop-outline').trim() || 'gray'}` } },
    };
  }, [scheme]);
}
