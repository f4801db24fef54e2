import type { IdentityModule } from '../../../modules/identity/index.ts';
import { Unauthorized } from '../../../modules/kernel/errors.ts';
import type { UsersModule } from '../../../modules/users/index.ts';
import { BadSetting, type Config } from '../settings/config.ts';
import { openToOthersBy } from './demo.ts';
import { demoAdmin, demoPassword } from './seed.ts';

/**
 * A shop that was tried with the demo's data keeps its people when it goes on without. Nobody opens it to others while
 * its admin can sign in with the known password. The demo's shopper may: a stranger could have opened that account.
 * @throws BadSetting when they would.
 */
export async function refuseDemoAdmin(
  config: Config,
  { identity, users }: { readonly identity: IdentityModule; readonly users: UsersModule },
): Promise<void> {
  const by = openToOthersBy(config);
  if (config.DEMO === 'public' || !by) return;
  try {
    const { uid } = await identity.accounts.signIn({ email: demoAdmin.email, password: demoPassword });
    if (!(await users.admins.includes(uid))) return;
  } catch (reason) {
    if (reason instanceof Unauthorized) return;
    throw reason;
  }
  throw new BadSetting(
    `DEMO must be public before others (${by}) may reach a shop whose admin ${demoAdmin.email} has the demo's password.`,
  );
}
