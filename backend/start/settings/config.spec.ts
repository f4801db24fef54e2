import { describe, expect, it } from 'vitest';
import { BadSetting, readConfig, settingNames } from './config.ts';

const production = { NODE_ENV: 'production', IDENTITY_KEYS: '{}', PAYMENTS: 'sandbox' };
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

/** A value that each setting cannot have, or some. */
const wrong: readonly (readonly [name: string, value: string])[] = [
  ['PORT', '70000'],
  ['PORT', '80.5'],
  ['PUBLIC_URL', 'shop.example'],
  ['PUBLIC_URL', 'https://shop.example/shop'],
  ['PUBLIC_URL', 'https://shop.example//'],
  ['PUBLIC_URL', 'https://shop.example?from=here'],
  ['PUBLIC_URL', 'https://shop.example/#'],
  ['PUBLIC_URL', 'https://mina:secret@shop.example'],
  ['EVENT_STORE', 'localhost'],
  ['EVENT_STORE_PREFIX', 'shop'],
  ['READ_MODELS', 'localhost'],
  ['SEED', 'some'],
  ['DEMO', 'yes'],
  ['CURRENCY', 'dollars'],
  ['PASSWORD_MINIMUM', '5'],
  ['PASSWORD_MINIMUM', '257'],
  ['PASSWORD_MINIMUM', 'long'],
  ['ORDER_TTL', '1 day'],
  ['LARGE_ORDER_TTL', 'an hour'],
  ['ORDER_TTL', '0s'],
  ['ORDER_TTL', '3651d'],
  ['ORDER_TTL', '99999999999d'],
  ['LARGE_ORDER_TTL', '0s'],
  ['LARGE_ORDER_TTL', '99999999999d'],
  ['RESERVATION_GRACE', '0ms'],
  ['RESERVATION_GRACE', `${'9'.repeat(400)}h`],
  ['TIMERS_EVERY', '0s'],
  ['TIMERS_EVERY', '2147483648ms'],
  ['TIMERS_EVERY', '30d'],
  ['KEEP_PICTURES', '30'],
  ['KEEP_VERSIONS', '0'],
  ['SEAL_EVERY', 'hourly'],
  ['SEAL_TO', 'ftp://seals.example'],
  ['REVIEWS_PER_DAY', '-1'],
  ['PICTURES_PER_DAY', 'many'],
  ['UNPAID_ORDERS', 'many'],
  ['LOGIN_LIMIT_ACCOUNT', '-1'],
  ['LOGIN_LIMIT_ADDRESS', 'none'],
  ['RATE_LIMIT_ADDRESS', '1e3'],
  ['RATE_LIMIT_USER', '1000000'],
  ['SOCKETS_PER_ADDRESS', '-1'],
  ['SOCKETS_PER_USER', 'many'],
  ['IMAGE_HOSTS', 'https://images.example'],
  ['STRIPE_SECRET_KEY', 'pk_test_1'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_test_1'],
  ['GOOGLE_CLIENT_ID', 'my shop'],
  ['GOOGLE_CLIENT_SECRET', 'a secret'],
  ['OIDC_ISSUER', 'http://issuer.example'],
  ['NODE_ENV', 'prod'],
  ['TRUST_PROXY', 'loopback'],
  ['TRUST_PROXY', '10'],
  ['METRICS_TOKEN', 'too short'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_TRACES_SAMPLER_ARG', 'all'],
  ['DRAIN', '5'],
  ['DRAIN', 'slowly'],
  ['DRAIN', '11m'],
  ['LOG_LEVEL', 'loud'],
  ['PAYMENTS', 'cash'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'http://mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'shop'],
  ['MAIL_FROM', 'Inventory shop@shop.example'],
  ['MAIL_FROM', 'one@shop.example, two@shop.example'],
  ['MAIL_FROM', 'Inventory\r\nBcc: eve@example.com <shop@shop.example>'],
];

/** Whatever they are is tried by what they are for: an address to listen at, a folder, a name, keys. */
const anything = ['HOST', 'DATA_DIR', 'OTEL_SERVICE_NAME', 'IDENTITY_KEYS', 'SEAL_KEY'];

describe('the settings', () => {
  it('have defaults with which the shop opens', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      TRUST_PROXY: 0,
      DRAIN: 0,
      DATA_DIR: './data',
      EVENT_STORE_PREFIX: 'inventory-',
      SEED: 'demo',
      CURRENCY: 'usd',
      PASSWORD_MINIMUM: 6,
      ORDER_TTL: 86_400_000,
      LARGE_ORDER_TTL: 3_600_000,
      REVIEWS_PER_DAY: 20,
      PICTURES_PER_DAY: 500,
      UNPAID_ORDERS: 20,
      LOGIN_LIMIT_ACCOUNT: 5,
      LOGIN_LIMIT_ADDRESS: 20,
      RATE_LIMIT_ADDRESS: 600,
      RATE_LIMIT_USER: 1_200,
      SOCKETS_PER_ADDRESS: 200,
      SOCKETS_PER_USER: 20,
      PAYMENTS: 'sandbox',
    });
  });

  it('may be the shortest and the longest times there are', () => {
    const { ORDER_TTL, TIMERS_EVERY } = readConfig({ ORDER_TTL: '3650d', TIMERS_EVERY: '2147483647ms' });
    expect([ORDER_TTL, TIMERS_EVERY]).toEqual([315_360_000_000, 2_147_483_647]);
    expect(readConfig({ TIMERS_EVERY: '1ms', ORDER_TTL: '001ms' })).toMatchObject({ TIMERS_EVERY: 1, ORDER_TTL: 1 });
  });

  it('that are empty count as left out', () => {
    expect(readConfig({ PORT: '', EVENT_STORE: '', STRIPE_SECRET_KEY: '' })).toEqual(readConfig({}));
  });

  it('are read as what they mean', () => {
    const { PORT, CURRENCY, ORDER_TTL, RESERVATION_GRACE, TIMERS_EVERY } = readConfig({
      PORT: '8080',
      CURRENCY: 'EUR',
      ORDER_TTL: '7d',
      RESERVATION_GRACE: '90s',
      TIMERS_EVERY: '250ms',
    });
    expect([PORT, CURRENCY, ORDER_TTL, RESERVATION_GRACE, TIMERS_EVERY]).toEqual([
      8080,
      'eur',
      604_800_000,
      90_000,
      250,
    ]);
  });

  it('name hosts of pictures with commas between them', () => {
    const { IMAGE_HOSTS } = readConfig({ IMAGE_HOSTS: 'Images.example, cdn.example:8443' });
    expect(IMAGE_HOSTS).toEqual(['images.example', 'cdn.example:8443']);
  });

  it('of what one person may do are off when they are 0', () => {
    const off = { REVIEWS_PER_DAY: '0', UNPAID_ORDERS: '0', LARGE_ORDER_TTL: '0' };
    expect(readConfig(off)).toMatchObject({ REVIEWS_PER_DAY: 0, UNPAID_ORDERS: 0, LARGE_ORDER_TTL: 0 });
    const attempts = { LOGIN_LIMIT_ACCOUNT: '0', LOGIN_LIMIT_ADDRESS: '0' };
    expect(readConfig(attempts)).toMatchObject({ LOGIN_LIMIT_ACCOUNT: 0, LOGIN_LIMIT_ADDRESS: 0 });
    const calls = { RATE_LIMIT_ADDRESS: '0', RATE_LIMIT_USER: '0' };
    expect(readConfig(calls)).toMatchObject({ RATE_LIMIT_ADDRESS: 0, RATE_LIMIT_USER: 0 });
    const live = { SOCKETS_PER_ADDRESS: '0', SOCKETS_PER_USER: '0' };
    expect(readConfig(live)).toMatchObject({ SOCKETS_PER_ADDRESS: 0, SOCKETS_PER_USER: 0 });
  });

  it('say how many proxies are in front of a shop that is reached over TLS, be it none', () => {
    const { PUBLIC_URL, ...plain } = { ...stripe, SEED: 'none', PUBLIC_URL: 'https://shop.example' };
    expect(() => readConfig({ ...plain, PUBLIC_URL })).toThrow(
      /^TRUST_PROXY is needed with an https PUBLIC_URL[^\n]+$/,
    );
    expect(() => readConfig({ ...plain, PUBLIC_URL: 'HTTPS://shop.example' })).toThrow(/^TRUST_PROXY is needed/);
    expect(readConfig({ ...plain, PUBLIC_URL, TRUST_PROXY: '0' }).TRUST_PROXY).toBe(0);
    expect(readConfig({ ...plain, PUBLIC_URL, TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2);
    expect(readConfig({ ...plain, PUBLIC_URL: 'http://localhost:8080' }).TRUST_PROXY).toBe(0);
  });

  it('say where the shop is with or without a slash at the end, and with a port', () => {
    for (const PUBLIC_URL of ['http://localhost', 'http://localhost/', 'http://localhost:8080', 'http://[::1]:8080/'])
      expect(readConfig({ PUBLIC_URL }).PUBLIC_URL).toBe(PUBLIC_URL);
  });

  it('leave a proxy that is believed the time to see that a node is going', () => {
    expect(readConfig({ TRUST_PROXY: '1' }).DRAIN).toBe(5_000);
    expect(readConfig({ TRUST_PROXY: '0' }).DRAIN).toBe(0);
    expect(readConfig({ TRUST_PROXY: '2', DRAIN: '0' }).DRAIN).toBe(0);
    expect(readConfig({ DRAIN: '1500ms' }).DRAIN).toBe(1_500);
  });

  it.each(wrong)('say what %s must be when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be(?:gin)? `));
  });

  it('are each tried that may be wrong by itself', () => {
    const tried = wrong.map(([name]) => name);
    expect(settingNames.filter((name) => !tried.includes(name))).toEqual(anything);
  });

  it('take Stripe when there is its key, and the sandbox when there is none', () => {
    expect(readConfig(stripe).PAYMENTS).toBe('stripe');
    expect(readConfig({ ...stripe, PAYMENTS: 'sandbox' }).PAYMENTS).toBe('sandbox');
  });

  it('seed nothing in production, unless it is asked for', () => {
    expect(readConfig(production).SEED).toBe('none');
    expect(readConfig({ ...production, SEED: 'demo' }).SEED).toBe('demo');
  });

  it('name whom mails are from where there is a mail server, and in production where they lead to', () => {
    const SMTP_URL = 'smtps://user:secret@mail.example:465';
    expect(() => readConfig({ SMTP_URL })).toThrow(/^MAIL_FROM is needed beside SMTP_URL$/);
    const MAIL_FROM = 'Inventory <shop@shop.example>';
    expect(readConfig({ SMTP_URL, MAIL_FROM })).toMatchObject({ SMTP_URL, MAIL_FROM });
    expect(readConfig({ MAIL_FROM: 'shop@shop.example' }).SMTP_URL).toBeUndefined();
    expect(() => readConfig({ ...production, SMTP_URL, MAIL_FROM })).toThrow(/^PUBLIC_URL is needed beside SMTP_URL/);
  });

  it('let others reach a demo only when that is said to be meant', () => {
    for (const open of [
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '0' },
    ]) {
      for (const demo of [{}, { SEED: 'none' }, stripe, { ...stripe, SEED: 'none', PAYMENTS: 'sandbox' }, production]) {
        expect(() => readConfig({ ...open, ...demo })).toThrow(/^DEMO must be public [^\n]+$/);
        expect(readConfig({ ...open, ...demo, DEMO: 'public' }).DEMO).toBe('public');
      }
      expect(() => readConfig({ ...open, ...stripe, SEED: 'none' })).not.toThrow();
      expect(() => readConfig({ ...open, ...stripe, ...production, PAYMENTS: '' })).not.toThrow();
    }
  });

  it.each([
    ['NODE_ENV', { NODE_ENV: 'Production' }],
    ['NODE_ENV', { NODE_ENV: 'production ' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '3000.5' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://shop.example' }],
    ['EVENT_STORE', { EVENT_STORE: 'esdb://' }],
    ['EVENT_STORE', { EVENT_STORE: 'http://localhost:2113' }],
    ['EVENT_STORE_PREFIX', { EVENT_STORE_PREFIX: 'inventory' }],
    // One prefix must not be the beginning of another.
    ['EVENT_STORE_PREFIX', { EVENT_STORE_PREFIX: 'inventory-two-' }],
    ['EVENT_STORE_PREFIX', { EVENT_STORE_PREFIX: '$shop-' }],
    ['EVENT_STORE_PREFIX', { EVENT_STORE_PREFIX: '{shop}-' }],
    ['READ_MODELS', { READ_MODELS: 'redis:6379' }],
    ['SEED', { SEED: 'everything' }],
    ['LARGE_ORDER_TTL', { LARGE_ORDER_TTL: '1' }],
    ['REVIEWS_PER_DAY', { REVIEWS_PER_DAY: 'many' }],
    ['UNPAID_ORDERS', { UNPAID_ORDERS: '1.5' }],
    ['STRIPE_SECRET_KEY', { PAYMENTS: 'stripe' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...stripe, STRIPE_PUBLISHABLE_KEY: '' }],
    ['STRIPE_WEBHOOK_SECRET', { ...stripe, STRIPE_WEBHOOK_SECRET: '' }],
    ['STRIPE_SECRET_KEY', { ...stripe, STRIPE_SECRET_KEY: '' }],
    ['STRIPE_SECRET_KEY', { ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' }],
    ['STRIPE_SECRET_KEY', { ...stripe, STRIPE_SECRET_KEY: 'sk_test_1\n' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
    ['STRIPE_WEBHOOK_SECRET', { ...stripe, STRIPE_WEBHOOK_SECRET: 'sk_test_1' }],
    ['IDENTITY_KEYS', { ...production, IDENTITY_KEYS: '' }],
    ['STRIPE_SECRET_KEY', { ...production, PAYMENTS: '' }],
  ])('say in one line that %s is wrong in %j', (name, environment) => {
    expect(() => readConfig(environment)).toThrow(BadSetting);
    expect(() => readConfig(environment)).toThrow(new RegExp(`^${name}[ :][^\\n]+$`));
  });
});

describe('the settings of Google', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };

  it('are Google’s own issuer by default, or another over TLS, or one on this machine', () => {
    expect(readConfig(google).OIDC_ISSUER).toBe('https://accounts.google.com');
    for (const OIDC_ISSUER of ['https://issuer.example/a', 'http://127.0.0.1:8080']) {
      expect(readConfig({ ...google, OIDC_ISSUER }).OIDC_ISSUER).toBe(OIDC_ISSUER);
    }
  });

  it.each([
    [{ GOOGLE_CLIENT_ID: 'id' }, /^GOOGLE_CLIENT_SECRET is needed/],
    [{ GOOGLE_CLIENT_SECRET: 'secret' }, /^GOOGLE_CLIENT_ID is needed/],
    [{ ...google, OIDC_ISSUER: 'http://issuer.example' }, /^OIDC_ISSUER must begin with https/],
    [{ ...google, OIDC_ISSUER: 'issuer.example' }, /^OIDC_ISSUER must be an address/],
    [{ ...google, HOST: '0.0.0.0', DEMO: 'public' }, /^PUBLIC_URL is needed/],
  ])('stop the start when they are %o', (settings, why) => {
    expect(() => readConfig(settings)).toThrow(why);
  });
});
