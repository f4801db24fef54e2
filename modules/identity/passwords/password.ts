import { hash, verify } from '@node-rs/argon2';
import { ConcurrencyLimit } from '../../kernel/concurrency/concurrency-limit.ts';
import { threadsToHash } from '../../kernel/concurrency/threads.ts';

/** Turns passwords into hashes, and knows them again. */
export type Passwords = {
  /** @throws Busy when too many wait for their hash already. */
  readonly hash: (password: string, signal?: AbortSignal) => Promise<string>;
  /** False also without a hash, after the same work: the time must not tell whether there is an account. */
  readonly verify: (passwordHash: string | undefined, password: string, signal?: AbortSignal) => Promise<boolean>;
};

/** The second recommended option of RFC 9106, section 4 (64 MiB, 3 passes), on one lane. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** A well-formed hash of the same cost that no password has. */
const nobodys = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${zeros(16)}$${zeros(32)}`;

/** How many hashes are worked out at once. */
export const hashesAtOnce = threadsToHash();

/** Passwords by Argon2id. */
export function argon2Passwords(options: { atOnce?: number; mostWaiting?: number } = {}): Passwords {
  const limit = new ConcurrencyLimit({
    atOnce: options.atOnce ?? hashesAtOnce,
    mostWaiting: options.mostWaiting ?? 200,
    refusal: 'Too many people are signing in at this moment. Please try again soon.',
  });
  return {
    hash: (password, signal) => limit.run(() => hash(written(password), cost), signal),
    verify(passwordHash, password, signal) {
      // An erased person's hash is no hash any more.
      const known = passwordHash?.startsWith('$argon2id$') ? passwordHash : nobodys;
      return limit.run(() => verify(known, written(password)), signal);
    },
  };
}

/** One way to write what may be typed in several: composed or decomposed accents, say (NIST SP 800-63B, 5.1.1.2). */
function written(password: string): string {
  return password.normalize('NFKC');
}

function zeros(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64').replaceAll('=', '');
}
