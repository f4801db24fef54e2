import { onTestFinished } from 'vitest';
import { system } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { outsideFile, readSealsFile } from '../../seals/outside/outside-file.ts';
import { freshSealKey, sealKeysOf } from '../../seals/seal-keys.ts';
import { Sealer } from '../../seals/sealer.ts';
import { newEvent } from '../deciding/new-event.ts';

export const somebody = { actor: system, commandId: 'c1', fingerprint: 'f1', correlationId: 'c1' };

const neverSealed = { records: { get: async () => undefined }, seals: async () => [] };

/** A key that seals, and seals that are kept in a file. */
export async function sealing(file: string) {
  const { signing, believed } = await sealKeysOf({ SEAL_KEY: freshSealKey(), DATA_DIR: '.' }, neverSealed);
  const sealerOf = (store: EventStore, outside = [outsideFile(file)], now = () => new Date()) =>
    new Sealer({ store, key: signing, outside, now });
  return { sealerOf, believed };
}

/** The seals that are kept in a file. */
export async function sealsOfFile(file: string) {
  return (await readSealsFile(file)).seals;
}

/** Orders that come together. @returns how many events they are */
export async function happen(store: EventStore, orders: number): Promise<number> {
  const appends = Array.from({ length: orders }, (_, order) => {
    const bookingId = crypto.randomUUID();
    const events = ['ToolBooked', 'BookingPaid'].map((type) =>
      newEvent({ type, data: { bookingId, toolName: 'Säge', amount: { amount: order, currency: 'usd' } } }),
    );
    return store.append(`booking-${bookingId}`, 'none', events);
  });
  await Promise.all(appends);
  return 2 * orders;
}

/** Closes it with the test. */
export function closedAfter(store: EventStore): EventStore {
  onTestFinished(() => store.close());
  return store;
}
