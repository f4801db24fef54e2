import { scheduledOnce } from '../../modules/kernel/commands.ts';
import { openModules } from './open-modules.ts';

/** Makes a user an admin: the way to the first one, who nobody could promote. */
export async function promote(email: string): Promise<string> {
  const wired = await openModules();
  try {
    await wired.catchUp();
    const address = email.trim().toLowerCase();
    const { changed } = await wired.users.useCases.promote(address, scheduledOnce('operator-promote', address));
    await wired.catchUp();
    return changed > 0 ? `${address} is an admin now.` : `${address} is an admin already.`;
  } finally {
    await wired.close();
  }
}
