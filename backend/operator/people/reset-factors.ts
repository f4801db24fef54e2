import { NotFound } from '../../../modules/kernel/errors.ts';
import { readConfig } from '../../start/settings/config.ts';
import { openModules } from '../open-modules.ts';
import type { Run } from '../run.ts';

/**
 * Takes somebody's second factors and recovery codes away: the way out for whoever has lost them all. Who they are must have been
 * made sure of before, since their password alone is enough from then on.
 * @throws NotFound when nobody has that email.
 */
export async function resetFactors(email: string, run: Run): Promise<string> {
  const by = run.by();
  const wired = await openModules(readConfig(process.env), { run });
  try {
    await wired.catchUp();
    const holder = await wired.identity.accounts.findByEmail(email);
    if (!holder) throw new NotFound('No account has that email.');
    const { own } = wired.identity.factors;
    const { factors } = await own.of(holder.uid);
    if (factors.length === 0) return 'They have no second factor.';
    await own.endAllOf(holder.uid, 'reset-by-operator', by);
    return 'Their second factors and recovery codes are gone: they sign in with their password, or through Google, alone.';
  } finally {
    await wired.close();
  }
}
