import { describe, expect, it } from 'vitest';
import { servedBuild } from '../testing/served-build.ts';
import { page } from './page.ts';
import { securityHeaders } from './security-headers.ts';

/** Of a page, by their names; those of the Content-Security-Policy by directive. */
async function headersOf(stripe: boolean) {
  const { get } = await servedBuild([() => securityHeaders(stripe), page]);
  const { headers } = await get('/');
  const directives = String(headers['content-security-policy']).split(';');
  const csp = Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
  return { headers, csp };
}

const always = {
  'default-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'https:', 'http:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

describe('the security policy of pages', () => {
  it('lets no other origin run, frame or be asked for anything without a key of Stripe’s', async () => {
    const { headers, csp } = await headersOf(false);
    expect(csp).toEqual({
      ...always,
      'script-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-src': ["'none'"],
    });
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  it('is open for exactly what Stripe documents with one', async () => {
    const { headers, csp } = await headersOf(true);
    expect(csp).toEqual({
      ...always,
      'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
      'connect-src': ["'self'", 'https://api.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    });
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  });

  it('keeps no frame from asking for a wallet', async () => {
    const { headers } = await headersOf(true);
    expect(headers['permissions-policy']).toBeUndefined();
    expect(headers['cross-origin-embedder-policy']).toBeUndefined();
  });
});
