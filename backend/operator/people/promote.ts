import { readConfig } from '../../start/settings/config.ts';
import { openModules } from '../open-modules.ts';
import type { Run } from '../run.ts';

/** Makes a user an admin: the way to the first one, who nobody could promote. */
export async function promote(
  email: string,
  run: Run,
): Promise<{ readonly address: string; readonly changed: boolean }> {
  const by = run.by();
  const wired = await openModules(readConfig(process.env), { run });
  try {
    await wired.catchUp();
    const address = email.trim().toLowerCase();
    const { users } = wired;
    const { changed } = await users.useCases.promote(address, by);
    const uid = await users.people.uidOf(address);
    // Without this, another admin could not go before a shop has run, whose reactor lists who became one.
    if (uid !== undefined) await users.admins.follow(uid, by);
    await wired.catchUp();
    return { address, changed: changed > 0 };
  } finally {
    await wired.close();
  }
}
