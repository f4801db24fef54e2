import { firstAdminCode } from '../../../modules/users/first-admin-code.ts';
import { identityKeys } from '../../start/keys/identity-keys.ts';
import { readConfig } from '../../start/settings/config.ts';
import { openDataDir } from '../../start/stores/stores.ts';
import { openModules } from '../open-modules.ts';
import type { Run } from '../run.ts';

/** The code for the first admin of the shop that the settings name; undefined where it has one. */
export async function setUpCode(run: Run): Promise<string | undefined> {
  const config = readConfig(process.env);
  const wired = await openModules(config, { run });
  try {
    await wired.catchUp();
    if (await wired.users.admins.hasAny()) return undefined;
    return firstAdminCode((await identityKeys(config, openDataDir(config))).secret);
  } finally {
    await wired.close();
  }
}
