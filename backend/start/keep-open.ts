import type { Log } from '../runtime/logging/log.ts';
import { pause } from '../runtime/time/pause.ts';
import type { Shop } from './shop.ts';

/**
 * Milliseconds that whoever stops a shop waits for the next one to open, to close that. A store may be away meanwhile, for hours; as at the first start nobody
 * waits for an answer then, and what was read of the log is kept.
 */
const untilOpen = 3_000;

/** A shop that stays open. */
export type KeptOpen = {
  /** The one that is open, or was last. */
  readonly shop: () => Shop;
  readonly close: () => Promise<void>;
  /** Rejects when it could not be opened again. */
  readonly failed: Promise<never>;
};

/**
 * Opens a shop, and another in its place as often as its log was put back to an earlier state under it: nothing that the one knew
 * of the log is true for the next.
 * @throws what keeps it from being opened at first
 */
export async function keepOpen(open: () => Promise<Shop>, log: Log, patience = untilOpen): Promise<KeptOpen> {
  let shop = await open();
  let [isClosing, isOpening] = [false, false];
  let ending: Promise<unknown> = Promise.resolve();
  let again: Promise<unknown> = Promise.resolve();
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Heard of by whoever waits for it, if anybody.
  failed.catch(() => undefined);

  async function begunAnew(): Promise<void> {
    if (isClosing) return;
    ending = shop.close();
    await ending;
    if (isClosing) return;
    isOpening = true;
    shop = await open();
    isOpening = false;
    log.warn({ origin: shop.origin }, 'the shop was opened again, on the log as it was put back');
    follow();
  }
  const follow = () => {
    void shop.whenPutBack.then(() => {
      again = begunAnew().catch(reject);
    });
  };
  follow();
  return {
    shop: () => shop,
    failed,
    async close() {
      isClosing = true;
      await ending.catch(() => undefined);
      const givenUp = new AbortController();
      await Promise.race([again, pause(patience, givenUp.signal)]).finally(() => givenUp.abort());
      if (!isOpening) await shop.close();
    },
  };
}
