import type { IdentityModule } from '../../../modules/identity/index.ts';
import { WrongPassword } from '../../../modules/identity/signing-in/wrong-credentials.ts';
import { Bulkhead } from '../../../modules/kernel/concurrency/bulkhead.ts';
import type { ShopConfig } from '../../../modules/payments/contract.ts';
import { demoAdmin, demoPassword, demoShopper } from './seed.ts';

/** Milliseconds for which an answer is good: browsers ask with every page. */
const goodFor = 1_000;

/**
 * Who to log in as in a demo: those of its people who still have the password that it is said with, and need nothing else; undefined
 * when there is none. Anybody who is told the password may change it.
 */
export function demoPeople({ accounts, factors }: Pick<IdentityModule, 'accounts' | 'factors'>) {
  /** Hashes of which it is known whether they are of the demo's password: to find out takes a core for a tenth of a second. */
  const tried = new Map<string, Promise<boolean>>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let known: Promise<ShopConfig['demo']> = Promise.resolve(undefined);

  async function canLogIn(email: string): Promise<boolean> {
    const account = await accounts.findByEmail(email);
    if (account?.passwordHash === undefined) return false;
    const { uid, passwordHash } = account;
    if (!tried.has(passwordHash)) {
      if (tried.size > 10) tried.clear();
      const trying = accounts.prove({ uid, email, password: demoPassword }).then(
        () => true,
        (reason: unknown) => {
          if (reason instanceof WrongPassword) return false;
          tried.delete(passwordHash); // Too much else was worked out at that moment.
          throw reason;
        },
      );
      tried.set(passwordHash, trying);
    }
    return (await tried.get(passwordHash)) === true && (await factors.own.of(uid)).factors.length === 0;
  }

  async function look(): Promise<ShopConfig['demo']> {
    const emails: string[] = [];
    const bulkhead = new Bulkhead();
    for (const { email } of [demoAdmin, demoShopper]) if (await bulkhead.hold(canLogIn(email))) emails.push(email);
    return emails.length > 0 ? { emails, password: demoPassword } : undefined;
  }

  return (): Promise<ShopConfig['demo']> => {
    const now = performance.now();
    if (now - lookedAt < goodFor) return known;
    lookedAt = now;
    // A note at the login is no reason for the configuration not to come.
    known = look().catch(() => undefined);
    return known;
  };
}

/** What is said of them at the start. */
export const demoLine = ({ emails, password }: NonNullable<ShopConfig['demo']>) =>
  `Demo data: log in as ${emails.join(' or ')}, password ${password}`;
