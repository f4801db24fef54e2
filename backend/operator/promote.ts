import { openModules } from './open-modules.ts';
import { byOperator, type Operator } from './operator-actor.ts';

/** Makes a user an admin: the way to the first one, who nobody could promote. */
export async function promote(email: string, operator: Operator): Promise<string> {
  const wired = await openModules();
  try {
    await wired.catchUp();
    const address = email.trim().toLowerCase();
    const { changed } = await wired.users.useCases.promote(address, byOperator(operator));
    await wired.catchUp();
    return changed > 0 ? `${address} is an admin now.` : `${address} is an admin already.`;
  } finally {
    await wired.close();
  }
}
