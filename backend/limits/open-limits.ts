import { hashesAtOnce } from '../../modules/identity/password.ts';
import type { Config } from '../start/config.ts';
import { FairTurns } from './fair-turns.ts';
import { Limits } from './limits.ts';
import { memoryRateLimiter } from './memory-rate-limiter.ts';
import { PasswordAttempts } from './password-attempts.ts';
import type { RateLimiters } from './rate-limiter.ts';

/** Who may wait for the hash of their password, known and unknown: as many as are done in a few seconds. */
const mostWaiting = 100;

/** More than can fail in the time that is counted, so that a flood of others does not push out what is counted too early. */
const capacity = 50_000;

/** The limits that the settings name. */
export function openLimits(
  { LOGIN_LIMIT_ACCOUNT, LOGIN_LIMIT_ADDRESS }: Pick<Config, 'LOGIN_LIMIT_ACCOUNT' | 'LOGIN_LIMIT_ADDRESS'>,
  { secret, now }: { secret: Uint8Array; now: () => Date },
): Limits {
  const limiters: RateLimiters = (_name, windows) => memoryRateLimiter({ ...windows, capacity, now });
  const turns = new FairTurns({
    atOnce: hashesAtOnce + 1, // One writes down what came of it while another's hash is worked out.
    most: mostWaiting,
    mostOfOne: LOGIN_LIMIT_ADDRESS || mostWaiting,
    refusal: 'Too many people are signing in at this moment. Please try again soon.',
  });
  const attempts = new PasswordAttempts({
    turns,
    limiters,
    perAccount: LOGIN_LIMIT_ACCOUNT,
    perAddress: LOGIN_LIMIT_ADDRESS,
  });
  return new Limits({ attempts, secret });
}
