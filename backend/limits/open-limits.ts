import { hashesAtOnce } from '../../modules/identity/passwords/password.ts';
import { failuresTo } from '../runtime/logging/failure-log.ts';
import type { Log } from '../runtime/logging/log.ts';
import { steadyNow } from '../runtime/time/steady-clock.ts';
import type { Config } from '../start/settings/config.ts';
import { CallRate } from './call-rate.ts';
import { FairTurns } from './fair-turns.ts';
import { Limits } from './limits.ts';
import { memoryRateLimiter } from './memory-rate-limiter.ts';
import { PasswordAttempts } from './password-attempts.ts';
import type { RateLimiters } from './rate-limiter.ts';
import type { SharedRateLimiters } from './redis-rate-limiters.ts';

export type LimitSettings = Pick<
  Config,
  'LOGIN_LIMIT_ACCOUNT' | 'LOGIN_LIMIT_ADDRESS' | 'RATE_LIMIT_ADDRESS' | 'RATE_LIMIT_USER'
>;

/** Who may wait for the hash of their password, known and unknown: as many as are done in a few seconds. */
const mostWaiting = 100;

/** Keys of each kind. More than can fail in the time that is counted, so that none is pushed out before its time. */
const capacity = 50_000;

/** In seconds. */
const minute = 60;
const day = 24 * 60 * minute;
/** As many times what a person may ask in a minute they may change in a day. */
const minutesOfChanges = 20;

/** The limits that the settings name, counted in this process and, where there is one, in the store that nodes share. */
export function limitsOf(
  settings: LimitSettings,
  { secret, now, shared }: { secret: Uint8Array; now: () => Date; shared?: SharedRateLimiters | undefined },
): Limits {
  const own = ownRateLimiters(now);
  const turns = new FairTurns({
    atOnce: hashesAtOnce + 1, // One writes down what came of it while another's hash is worked out.
    most: mostWaiting,
    mostOfOne: settings.LOGIN_LIMIT_ADDRESS || mostWaiting,
    refusal: 'Too many people are signing in at this moment. Please try again soon.',
  });
  const attempts = new PasswordAttempts({
    turns,
    limiters: shared?.limiters ?? own,
    perAccount: settings.LOGIN_LIMIT_ACCOUNT,
    perAddress: settings.LOGIN_LIMIT_ADDRESS,
  });
  const rate = (
    name: string,
    points: number,
    { seconds = minute, refusal }: { seconds?: number; refusal?: string } = {},
  ) =>
    points === 0
      ? undefined
      : new CallRate({
          own: own(name, { points, seconds }),
          shared: shared?.bare(name, { points, seconds }),
          ...{ capacity, now, refusal },
        });
  return new Limits({
    attempts,
    byAddress: rate('calls-by-address', settings.RATE_LIMIT_ADDRESS),
    byUser: rate('calls-by-user', settings.RATE_LIMIT_USER),
    changesByUser: rate('changes-by-user', settings.RATE_LIMIT_USER * minutesOfChanges, {
      seconds: day,
      refusal: 'You have changed more within a day than one person may.',
    }),
    unread: rate('unread-by-caller', settings.RATE_LIMIT_ADDRESS),
    secret,
    closeStore: async () => shared?.close(),
  });
}

/** The same, with the store that the settings name. */
export async function openLimits(
  config: LimitSettings & Pick<Config, 'READ_MODELS' | 'EVENT_STORE_PREFIX'>,
  { secret, now = steadyNow, log }: { secret: Uint8Array; now?: (() => Date) | undefined; log: Log },
): Promise<Limits> {
  const { READ_MODELS: address, EVENT_STORE_PREFIX: prefix } = config;
  if (address === undefined) return limitsOf(config, { secret, now });
  const { openRedisRateLimiters } = await import('./redis-rate-limiters.ts');
  const told = failuresTo('counting wrong passwords together with other nodes', log);
  const shared = openRedisRateLimiters({ address, prefix, own: ownRateLimiters(now), told });
  return limitsOf(config, { secret, now, shared });
}

function ownRateLimiters(now: () => Date): RateLimiters {
  return (_name, windows) => memoryRateLimiter({ ...windows, capacity, now });
}
