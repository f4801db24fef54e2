import type { IdentityModule } from '../../../modules/identity/index.ts';
import { Unauthorized } from '../../../modules/kernel/errors.ts';
import type { UsersModule } from '../../../modules/users/index.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { asFarAsReadable } from '../preflight/as-far-as-readable.ts';
import { BadSetting, type Config } from '../settings/config.ts';
import { openToOthersBy } from './demo.ts';
import { demoAdmin, demoPassword } from './seed.ts';

type Parts = {
  readonly identity: { readonly accounts: Pick<IdentityModule['accounts'], 'signIn'> };
  readonly users: { readonly admins: Pick<UsersModule['admins'], 'includes'> };
  readonly log: Log;
};

/**
 * A shop that was tried with the demo's data keeps its people when it goes on without. Nobody opens it to others while
 * its admin can sign in with the known password. An account that cannot be read lets nobody in. The demo's shopper may: a stranger could have opened that account.
 * @throws BadSetting when they would.
 */
export async function refuseDemoAdmin(config: Config, { identity, users, log }: Parts): Promise<void> {
  const by = openToOthersBy(config);
  if (config.DEMO === 'public' || !by) return;
  const left = `whether ${demoAdmin.email} has the demo's password cannot be read; please start the shop again once it can`;
  let uid: string | undefined;
  await asFarAsReadable(log, left, async () => {
    uid = await whoIsLetIn(identity);
  });
  if (uid === undefined || !(await users.admins.includes(uid))) return;
  throw new BadSetting(
    `DEMO must be public before others (${by}) may reach a shop whose admin ${demoAdmin.email} has the demo's password.`,
  );
}

async function whoIsLetIn({ accounts }: Parts['identity']): Promise<string | undefined> {
  try {
    return (await accounts.signIn({ email: demoAdmin.email, password: demoPassword })).uid;
  } catch (reason) {
    if (reason instanceof Unauthorized) return undefined;
    throw reason;
  }
}
