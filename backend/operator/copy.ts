import { copyKeys } from './copy-keys.ts';
import { copyLog, verifyCopy } from './copy-log.ts';
import { copyRegister, storeAt } from './copy-places.ts';
import { copyReactors } from './copy-reactors.ts';
import type { Operator } from './operator-actor.ts';

/** Copies the history of one store to another, and compares them. */
export async function copy(from: string, to: string, operator: Operator, reason?: string): Promise<string> {
  const source = await storeAt(from);
  const target = await storeAt(to);
  try {
    const { found, copied } = await copyLog(source, target, operator, reason);
    const events = await verifyCopy(source, target);
    const leftOut = await copyKeys(source, target, copyRegister(from, to));
    await copyReactors(source, target);
    const before = found > 0 ? ` ${found} were there from before.` : '';
    const erased = leftOut > 0 ? ` ${leftOut} keys of people who were forgotten were left out.` : '';
    return `Copied ${copied} events.${before}${erased} Verified: all ${events} are the same, in the same order.`;
  } finally {
    await source.close();
    await target.close();
  }
}
