import type { IdentityModule } from '../../../modules/identity/index.ts';
import type { SubjectKeys } from '../../personal-data/subject-keys.ts';
import type { CountedLog } from '../../runtime/logging/counted-log.ts';
import type { Config } from '../settings/config.ts';
import { HeldKeys } from './held-keys.ts';
import type { ShopKeys } from './kept-keys.ts';
import { KeyFileWatch } from './key-file-watch.ts';

/** Who works with keys, and whom other nodes hear from which those are. */
type Takers = {
  readonly subjectKeys: SubjectKeys;
  readonly identity: Pick<IdentityModule, 'takeKeys'>;
  readonly operations: { changed(): void };
};

/**
 * Has a node take up the keys that an operator puts into the file of its data directory, while it runs. A setting stays what it
 * was when the process began.
 */
export function followKeys(
  { IDENTITY_KEYS }: Pick<Config, 'IDENTITY_KEYS'>,
  { dir, keys, counted, takers }: { dir: string; keys: ShopKeys; counted: CountedLog; takers: () => Takers },
) {
  const held = new HeldKeys(keys);
  const take = async (others: ShopKeys) => {
    const before = JSON.stringify(held.said);
    const taken = held.take(others);
    const { subjectKeys, identity, operations } = takers();
    subjectKeys.take(taken.wrapping);
    await identity.takeKeys(taken);
    if (JSON.stringify(held.said) !== before) operations.changed();
  };
  const watch = IDENTITY_KEYS === undefined ? new KeyFileWatch({ dir, take, counted }) : undefined;
  return {
    held,
    look: watch && (() => watch.look()),
    start: () => watch?.start(),
    close: () => watch?.close(),
  };
}
