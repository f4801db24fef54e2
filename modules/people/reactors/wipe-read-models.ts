import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { SubjectKeyDestroyed } from '../contract.ts';

/**
 * What the read models showed of a person is taken off the disk. Because of the last event of forgetting them: by then
 * the read models show nothing of it, and only the bytes are left.
 */
export function wipeReadModels(wipe: () => Promise<void>): Reactor {
  return reactor<SubjectKeyDestroyed>({
    name: 'wipe-read-models',
    awaited: false,
    on: {
      async SubjectKeyDestroyed() {
        await wipe();
        return undefined;
      },
    },
  });
}
