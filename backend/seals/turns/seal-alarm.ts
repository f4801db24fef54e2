import { BadSetting } from '../../start/settings/config.ts';
import { SealsDoubted } from '../last-sealed.ts';

/**
 * Why this process does not seal, for admins in the browser: until it does, or another has since. They need not be the machine's own people, so it
 * names no file and no address; the log of the process does.
 */
export class SealAlarm {
  #cannotBegin: string | undefined;
  #failed: { readonly reason: unknown; readonly at: number } | undefined;

  /** A sentence or two; undefined while it seals. */
  get says(): string | undefined {
    return this.#cannotBegin ?? (this.#failed && shownOf(this.#failed.reason));
  }

  /** The key, or a place for seals, is not to be had. */
  cannotBegin(reason: unknown): void {
    this.#cannotBegin = shownOf(reason);
  }

  canBegin(): void {
    this.#cannotBegin = undefined;
  }

  /** @param at milliseconds since 1970 */
  failed(reason: unknown, at: number): void {
    this.#failed = { reason, at };
  }

  succeeded(): void {
    this.#failed = undefined;
  }

  /** Somebody has sealed the log. What differs from what this process knows from outside differs all the same. */
  sealedAt(at: number): void {
    if (!this.#failed || this.#failed.reason instanceof SealsDoubted) return;
    if (at > this.#failed.at) this.#failed = undefined;
  }
}

const failed =
  'The last try to seal, or to bring a seal where SEAL_TO says, has failed: the log of the node that answers says why.';

/** What of a failure to seal an admin is shown. */
function shownOf(reason: unknown): string {
  if (reason instanceof SealsDoubted) return reason.shown;
  if (!(reason instanceof BadSetting)) return failed;
  const what = reason.message.startsWith('SEAL_TO ')
    ? 'The place that SEAL_TO names cannot be written to'
    : 'The key to seal with is missing or damaged';
  return `${what}: nothing is sealed by the node that answers, and its log says more.`;
}
