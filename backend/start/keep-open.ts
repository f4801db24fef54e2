import type { Log } from '../runtime/log.ts';
import type { Shop } from './shop.ts';

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
export async function keepOpen(open: () => Promise<Shop>, log: Log): Promise<KeptOpen> {
  let shop = await open();
  let isClosing = false;
  let again: Promise<unknown> = Promise.resolve();
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Heard of by who waits for it, if anybody.
  failed.catch(() => undefined);

  async function begunAnew(): Promise<void> {
    if (isClosing) return;
    await shop.close();
    if (isClosing) return;
    shop = await open();
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
      await again;
      await shop.close();
    },
  };
}
