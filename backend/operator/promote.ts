import { byItself } from '../../modules/kernel/commands.ts';
import { openHouse } from './open-house.ts';

/** Makes a user an admin: the way to the first one, who nobody could promote. */
export async function promote(email: string): Promise<string> {
  const house = await openHouse();
  try {
    await house.catchUp();
    const address = email.trim().toLowerCase();
    const { changed } = await house.users.useCases.promote(address, byItself('operator-promote', address));
    await house.catchUp();
    return changed > 0 ? `${address} is an admin now.` : `${address} is an admin already.`;
  } finally {
    await house.close();
  }
}
