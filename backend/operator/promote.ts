import type { CommandContext } from '../../modules/kernel/commands.ts';
import { openModules } from './open-modules.ts';

/** Makes a user an admin: the way to the first one, who nobody could promote. */
export async function promote(
  email: string,
  by: CommandContext,
): Promise<{ readonly address: string; readonly changed: boolean }> {
  const wired = await openModules();
  try {
    await wired.catchUp();
    const address = email.trim().toLowerCase();
    const { changed } = await wired.users.useCases.promote(address, by);
    await wired.catchUp();
    return { address, changed: changed > 0 };
  } finally {
    await wired.close();
  }
}
