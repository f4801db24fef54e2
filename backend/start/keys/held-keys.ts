import { BadSetting } from '../settings/config.ts';
import type { ShopKeys } from './kept-keys.ts';

/** Which keys a process reads and writes with, by what they are called: `wrapping:ab12cd34`. Of no use to whoever would open something. */
export type SaidKeys = { readonly reads: readonly string[]; readonly writes: readonly string[] };

/** The keys that a node has, while they are replaced. */
export class HeldKeys {
  #now: ShopKeys;

  constructor(keys: ShopKeys) {
    this.#now = keys;
  }

  /**
   * Others take the place of those before. What this node has written with is read on, whatever they say: without this, a file
   * of before that is put back would take away what opens what was written meanwhile.
   * @throws BadSetting for those of another shop
   */
  take(keys: ShopKeys): ShopKeys {
    if (Buffer.compare(keys.secret, this.#now.secret) !== 0) {
      throw new BadSetting(
        'identity-keys.json is of another shop: its secret is not the one that this node began with.',
      );
    }
    const before = this.#now;
    const goneWrapping = before.wrapping.filter(({ id }) => !keys.wrapping.some((each) => each.id === id));
    const goneEmails = [...before.emailIds.entries()].filter(([, id]) => !keys.emailIds.includes(id));
    this.#now = {
      ...keys,
      wrapping: [...keys.wrapping, ...goneWrapping],
      emails: [...keys.emails, ...goneEmails.flatMap(([place]) => before.emails[place] ?? [])],
      emailIds: [...keys.emailIds, ...goneEmails.map(([, id]) => id)],
    };
    return this.#now;
  }

  get said(): SaidKeys {
    return saidOf(this.#now);
  }
}

function saidOf({ wrapping, emailIds }: ShopKeys): SaidKeys {
  const all = [wrapping.map(({ id }) => `wrapping:${id}`), emailIds.map((id) => `emails:${id}`)];
  return { reads: all.flat(), writes: all.flatMap((each) => each.slice(0, 1)) };
}
