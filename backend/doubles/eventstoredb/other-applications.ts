import { randomUUID } from 'node:crypto';
import type { InMemoryStore } from './in-memory-store.ts';

const together = 100;
const none = new Uint8Array();

/**
 * Writes so many events of other applications, as one meets them on a shared server: in streams of their own, of types
 * and metadata of their own.
 */
export function writeForOthers(store: InMemoryStore, count: number): void {
  const data = Buffer.from('{"of":"another application"}');
  for (let written = 0; written < count; written += together) {
    const events = Array.from({ length: Math.min(together, count - written) }, () => {
      return { id: randomUUID(), type: 'SomethingElse', contentType: 'application/json', data, metadata: none };
    });
    store.append(`other-${written % 10_000}`, 'any', events);
  }
}
