import { z } from 'zod';
import { maximumPassword, minimumPassword } from '../../../modules/identity/contract.ts';
import { demoPartsOf, isLoopback, openToOthersBy } from '../demo/demo.ts';
import {
  address,
  bound,
  currency,
  duration,
  durationOrOff,
  hosts,
  longestDrain,
  longestTimer,
  mailbox,
  origin,
  passwordLength,
  port,
  share,
  stripeKey,
} from './setting-kinds.ts';

/** In this time a proxy that asks every second has seen that a node is going, in milliseconds. */
const usualDrain = 5_000;

const settings = z.object({
  // Spelled otherwise, what is meant for production would run as a shop to try things in.
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, port)
    .transform(Number)
    .refine((number) => number <= 65_535, port)
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^\d$/, 'must be how many proxies stand in front of the shop, from 0 to 9')
    .transform(Number)
    .optional(),
  DRAIN: durationOrOff(longestDrain).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  EVENT_STORE: address(/^esdb(\+discover)?:\/\/./, 'esdb://localhost:2113?tls=false'),
  EVENT_STORE_PREFIX: z
    .string()
    .regex(/^[\w.]+-$/, 'must be letters, digits, dots or underscores and one hyphen at the end, such as inventory-')
    .default('inventory-'),
  READ_MODELS: address(/^rediss?(\+cluster|\+sentinel)?:\/\/./, 'redis://localhost:6379'),
  SEED: z.enum(['demo', 'none'], 'must be demo or none').optional(),
  DEMO: z.enum(['public'], 'must be public, or be left out').optional(),
  CURRENCY: currency.default('usd'),
  ORDER_TTL: duration().default(86_400_000),
  LARGE_ORDER_TTL: durationOrOff().default(3_600_000),
  REVIEWS_PER_DAY: bound.default(20),
  UNPAID_ORDERS: bound.default(20),
  PICTURES_PER_DAY: bound.default(500),
  KEEP_PICTURES: durationOrOff().default(2_592_000_000),
  LOGIN_LIMIT_ACCOUNT: bound.default(5),
  LOGIN_LIMIT_ADDRESS: bound.default(20),
  RATE_LIMIT_ADDRESS: bound.default(600),
  RATE_LIMIT_USER: bound.default(1_200),
  SOCKETS_PER_ADDRESS: bound.default(200),
  SOCKETS_PER_USER: bound.default(20),
  RESERVATION_GRACE: duration().default(30_000),
  TIMERS_EVERY: duration(longestTimer).default(10_000),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('warn'),
  PAYMENTS: z.enum(['stripe', 'sandbox'], 'must be stripe or sandbox').optional(),
  STRIPE_SECRET_KEY: stripeKey(/^(sk|rk)_/, 'sk_ or rk_'),
  // Every browser is told it: a secret key in its place would be everybody's.
  STRIPE_PUBLISHABLE_KEY: stripeKey(/^pk_/, 'pk_'),
  STRIPE_WEBHOOK_SECRET: stripeKey(/^whsec_/, 'whsec_'),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be an address such as smtps://user:password@mail.example, or be left out',
    })
    .optional(),
  MAIL_FROM: mailbox,
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be 16 characters or more, without spaces')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://collector:4318, or be left out' })
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('inventory'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  PASSWORD_MINIMUM: z
    .string()
    .regex(/^\d{1,3}$/, passwordLength)
    .transform(Number)
    .refine((length) => length >= minimumPassword && length <= maximumPassword, passwordLength)
    .default(minimumPassword),
  IMAGE_HOSTS: hosts.optional(),
  IDENTITY_KEYS: z.string().min(1).optional(),
  SEAL_EVERY: durationOrOff().default(3_600_000),
  KEEP_VERSIONS: duration().default(86_400_000),
  SEAL_KEY: z.string().min(1).optional(),
  SEAL_TO: z
    .string()
    .refine(
      (place) => !/^[\w+.-]+:\/\//.test(place) || /^https?:\/\/./.test(place),
      'must be a file or an http(s) address',
    )
    .refine((place) => !place.includes('://') || URL.canParse(place), 'must be a file or an http(s) address')
    .optional(),
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be the client id as Google says it')
    .optional(),
  GOOGLE_CLIENT_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be the client secret as Google says it')
    .optional(),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://accounts.google.com' })
    .refine(isSafeIssuer, 'must begin with https://, unless it is this machine, and have no ? or #')
    .default('https://accounts.google.com'),
});

/** As docs/operating.md tells of them. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/** What is signed in with must not be read or changed on the way (OpenID Connect Core 1.0, 3.1.2.1). */
function isSafeIssuer(address: string): boolean {
  const url = URL.parse(address);
  const isSafe = url?.protocol === 'https:' || isLoopback(url?.hostname ?? '');
  return isSafe && url?.search === '' && url.hash === '';
}

/** Every setting of the shop, checked and with its default. */
export type Config = Omit<z.output<typeof settings>, 'SEED' | 'PAYMENTS' | 'TRUST_PROXY' | 'DRAIN'> & {
  readonly TRUST_PROXY: number;
  readonly DRAIN: number;
  readonly SEED: 'demo' | 'none';
  readonly PAYMENTS: 'stripe' | 'sandbox';
};

/** A setting is wrong; the message is one line that names it. */
export class BadSetting extends Error {
  override name = 'BadSetting';
}

/**
 * Reads the settings from the environment. An empty one counts as left out.
 * @throws BadSetting for the first that is wrong.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = parse(given);
  const isProduction = parsed.NODE_ENV === 'production';
  const config: Config = {
    ...parsed,
    SEED: parsed.SEED ?? (isProduction ? 'none' : 'demo'),
    TRUST_PROXY: parsed.TRUST_PROXY ?? 0,
    DRAIN: parsed.DRAIN ?? (parsed.TRUST_PROXY ? usualDrain : 0),
    PAYMENTS: parsed.PAYMENTS ?? (parsed.STRIPE_SECRET_KEY ? 'stripe' : 'sandbox'),
  };
  if (isProduction) checkProduction(config, parsed.PAYMENTS);
  checkDemo(config);
  checkProxies(parsed);
  if (config.SMTP_URL !== undefined) {
    require(config, 'MAIL_FROM', 'is needed beside SMTP_URL');
    if (isProduction) require(config, 'PUBLIC_URL', 'is needed beside SMTP_URL: mails link to it');
  }
  checkGoogle(config);
  if (config.PAYMENTS === 'stripe') {
    require(config, 'STRIPE_SECRET_KEY', 'is needed to take cards through Stripe');
    require(config, 'STRIPE_PUBLISHABLE_KEY', 'is needed beside STRIPE_SECRET_KEY');
    require(config, 'STRIPE_WEBHOOK_SECRET', 'is needed beside STRIPE_SECRET_KEY');
    checkModes(config);
  }
  // With one key alone the sandbox would open, where somebody meant to take cards.
  if (config.STRIPE_PUBLISHABLE_KEY && !parsed.PAYMENTS) {
    require(config, 'STRIPE_SECRET_KEY', 'is needed beside STRIPE_PUBLISHABLE_KEY, unless PAYMENTS=sandbox');
  }
  return config;
}

function parse(given: Record<string, unknown>): z.output<typeof settings> {
  const result = settings.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new BadSetting(`${issue?.path.join('.')} ${lowerFirst(issue?.message ?? 'is wrong')}`);
}

function lowerFirst(message: string): string {
  return message.startsWith('must') ? message : `is wrong: ${message}`;
}

/** What must be said outright before real customers come: nothing that was made up at the start. */
function checkProduction(config: Config, payments: string | undefined): void {
  require(config, 'IDENTITY_KEYS', 'is needed in production (make them with: npm run operator -- keys)');
  if (payments !== 'sandbox') {
    require(config, 'STRIPE_SECRET_KEY', 'is needed in production, unless PAYMENTS=sandbox');
  }
}

/** A browser with a live key cannot pay what a test key has asked for, nor the other way round. */
function checkModes({ STRIPE_SECRET_KEY = '', STRIPE_PUBLISHABLE_KEY = '' }: Config): void {
  const isTest = (key: string) => key.split('_')[1] === 'test';
  if (isTest(STRIPE_SECRET_KEY) === isTest(STRIPE_PUBLISHABLE_KEY)) return;
  throw new BadSetting('STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live, as STRIPE_SECRET_KEY');
}

/** Google sends people back to an address that it was told before; without one the shop would have to guess it. */
function checkGoogle(config: Config): void {
  if (config.GOOGLE_CLIENT_ID === undefined && config.GOOGLE_CLIENT_SECRET === undefined) return;
  require(config, 'GOOGLE_CLIENT_ID', 'is needed beside GOOGLE_CLIENT_SECRET');
  require(config, 'GOOGLE_CLIENT_SECRET', 'is needed beside GOOGLE_CLIENT_ID');
  if (!isLoopback(config.HOST))
    require(config, 'PUBLIC_URL', 'is needed beside GOOGLE_CLIENT_ID: Google sends people back there');
}

/** Nobody opens a shop to others by oversight in which anybody can be the admin, or pay with a card that is none. */
function checkDemo(config: Config): void {
  const [by, parts] = [openToOthersBy(config), demoPartsOf(config)];
  if (config.DEMO === 'public' || !by || !parts) return;
  throw new BadSetting(
    `DEMO must be public before others (${by}) may reach ${parts}. For a real shop: SEED=none and a STRIPE_SECRET_KEY.`,
  );
}

/** TLS mostly ends at a proxy, and behind one that is not believed the whole world would be one address. */
function checkProxies({ PUBLIC_URL, TRUST_PROXY }: z.output<typeof settings>): void {
  if (TRUST_PROXY !== undefined || PUBLIC_URL === undefined || new URL(PUBLIC_URL).protocol !== 'https:') return;
  throw new BadSetting(
    'TRUST_PROXY is needed with an https PUBLIC_URL: how many proxies stand in front of the shop, or 0',
  );
}

function require(config: Config, name: keyof Config, why: string): void {
  if (config[name] === undefined) throw new BadSetting(`${name} ${why}`);
}
