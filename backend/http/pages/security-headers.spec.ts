import { describe, expect, it } from 'vitest';
import { servedBuild } from '../../testing/shops/served-build.ts';
import { page } from './page.ts';
import { pagePolicy, type SecurityOptions, securityHeaders, withHeaders } from './security-headers.ts';

/** Of a page, or of an answer that is none, by their names; those of the Content-Security-Policy by directive. */
async function headersOf(options: SecurityOptions, path = '/') {
  const { get } = await servedBuild([
    () => withHeaders(securityHeaders(options)),
    (folder) => page(folder, pagePolicy(options), async () => undefined),
    () => (_request, response) => void response.json({}),
  ]);
  const { headers } = await get(path);
  const directives = String(headers['content-security-policy']).split(';');
  const csp = Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
  return { headers, csp };
}

const sandbox = { stripe: false };
const cards = { stripe: true };
const ofThisAnswer = expect.stringMatching(/^'nonce-[\w+/]{22}=='$/);

const always = {
  'default-src': ["'self'"],
  'style-src': ["'self'", ofThisAnswer],
  'img-src': ["'self'", 'data:', 'https:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

describe('the security policy of pages', () => {
  it('lets no other origin run, frame or be asked for anything without a key of Stripe’s', async () => {
    const { headers, csp } = await headersOf(sandbox);
    expect(csp).toEqual({
      ...always,
      'style-src-attr': ["'none'"],
      'script-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-src': ["'none'"],
    });
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  it('is open for exactly what Stripe documents with one', async () => {
    const { headers, csp } = await headersOf(cards);
    expect(csp).toEqual({
      ...always,
      'style-src-attr': ["'unsafe-inline'"],
      'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
      'connect-src': ["'self'", 'https://api.stripe.com', 'https://link.com', 'https://*.link.com'],
      'frame-src': [
        'https://js.stripe.com',
        'https://*.js.stripe.com',
        'https://hooks.stripe.com',
        'https://link.com',
        'https://*.link.com',
      ],
    });
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  });

  it('lets no script and no style element stand in a page that did not come with it', async () => {
    for (const options of [sandbox, cards]) {
      const { csp } = await headersOf(options);
      expect([...(csp['script-src'] ?? []), ...(csp['style-src'] ?? [])].join(' ')).not.toMatch(
        /unsafe|data:|\*(?!\.js)/,
      );
    }
  });

  it('knows no styles by a nonce where an answer is no page', async () => {
    const { csp } = await headersOf(sandbox, '/nothing.json');
    expect(csp['style-src']).toEqual(["'self'"]);
  });

  it('shows pictures from the hosts that are named, and from any over https where none is', async () => {
    const { csp } = await headersOf({ ...sandbox, imageHosts: ['images.example', 'cdn.example:8443'] });
    const named = ["'self'", 'data:', 'https://images.example', 'https://cdn.example:8443'];
    expect(csp['img-src']).toEqual(named);
    const { csp: paying } = await headersOf({ ...cards, imageHosts: ['images.example', 'cdn.example:8443'] });
    expect(paying['img-src']).toEqual([...named, 'https://*.link.com']);
  });
});

describe('every answer', () => {
  it('is asked for by https only for two years, where that is how people reach the shop', async () => {
    const { headers } = await headersOf({ ...sandbox, publicUrl: 'https://shop.example' });
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    for (const publicUrl of [undefined, 'http://localhost:3000']) {
      expect((await headersOf({ ...sandbox, publicUrl })).headers['strict-transport-security']).toBeUndefined();
    }
  });

  it.each([
    ['the pages', sandbox, 'payment=(self)'],
    ['the pages and Stripe', cards, 'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")'],
  ])(
    'leaves wallets to %s, passkeys to the pages, and nothing else of a browser’s to anybody',
    async (_, options, payment) => {
      const { headers } = await headersOf(options);
      const [first, create, get, ...others] = String(headers['permissions-policy']).split(', ');
      expect([first, create, get]).toEqual([
        payment,
        'publickey-credentials-create=(self)',
        'publickey-credentials-get=(self)',
      ]);
      expect(others).toEqual(expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'usb=()']));
      for (const feature of others) expect(feature).toMatch(/^[a-z-]+=\(\)$/);
    },
  );

  it('is for pages of this origin, is what it says it is, and tells nobody else where one was', async () => {
    for (const path of ['/', '/nothing.json']) {
      const { headers } = await headersOf(sandbox, path);
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
      expect(headers['cross-origin-embedder-policy']).toBeUndefined();
    }
  });
});
