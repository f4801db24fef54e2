import { toolBooked } from '../../modules/booking/testing/examples.ts';
import { stockReserved, toolAdded } from '../../modules/catalog/testing/examples.ts';
import { derivedId } from '../../modules/kernel/derived.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { newEvent } from '../testing/new-event.ts';

const tools = 50;
const buyers = 100;
const together = 500;

/** Writes a history of so many events into a log: tools, and orders of them by a hundred people. */
export async function writeOrders(store: EventStore, events: number): Promise<void> {
  const toolIds = Array.from({ length: tools }, (_, n) => derivedId('many-tool', String(n)));
  const orders = Math.ceil((events - tools) / 2);
  const bookingIds = Array.from({ length: orders }, (_, n) => derivedId('many-booking', String(n)));
  for (const toolId of toolIds) {
    const mine = bookingIds.filter((_, n) => toolIds[n % tools] === toolId);
    const reserved = mine.map((bookingId) => stockReserved({ toolId, bookingId }));
    await store.append(`tool-${toolId}`, 'none', [toolAdded({ toolId, available: events }), ...reserved].map(newEvent));
  }
  for (let from = 0; from < orders; from += together) {
    const some = bookingIds.slice(from, from + together);
    await Promise.all(
      some.map((bookingId, at) => {
        const uid = `buyer-${(from + at) % buyers}`;
        const toolId = toolIds[(from + at) % tools] ?? '';
        const order = toolBooked({ bookingId, toolId, uid, personEmail: `${uid}@inventory.example` });
        return store.append(`booking-${bookingId}`, 'none', [newEvent(order)]);
      }),
    );
  }
}
