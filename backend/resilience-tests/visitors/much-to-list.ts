import { toolAdded } from '../../../modules/catalog/testing/examples.ts';
import { derivedId } from '../../../modules/kernel/encoding/derived.ts';
import type { DomainEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { reviewAdded } from '../../../modules/reviews/testing/examples.ts';
import { newEvent } from '../../testing/deciding/new-event.ts';

const together = 500;

/** Writes a log of many reviews and tools past the shop, which would take minutes; each is about as long as it may be. */
export async function writeMuchToList(store: EventStore, many: { reviews: number; tools: number }): Promise<void> {
  const uid = 'a-writer';
  const reviews = Array.from({ length: many.reviews }, (_, n) =>
    reviewAdded({ reviewId: derivedId('many-review', String(n)), uid, description: `${n} `.padEnd(2_000, 'words ') }),
  );
  const tools = Array.from({ length: many.tools }, (_, n) =>
    toolAdded({ toolId: derivedId('many-tool', String(n)), name: `Tool ${n}`, description: 'words '.repeat(80) }),
  );
  await append(store, 'review', reviews);
  await append(store, 'tool', tools);
}

/** A few long streams are written faster than many short ones, and are listed the same. */
async function append(store: EventStore, aggregate: string, events: readonly DomainEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += together) {
    await store.append(`${aggregate}-of-many-${from}`, 'none', events.slice(from, from + together).map(newEvent));
  }
}
