import { expect, it, onTestFinished, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { NewEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, password, signIn, signUp } from '../../testing/api-client.ts';
import { openShop } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

/**
 * A store that keeps whoever appends one kind of event waiting until another kind has been appended: as if the one process
 * were slow, and somebody is forgotten by another one meanwhile.
 */
function lateBy(late: string, after: string) {
  const waits = Promise.withResolvers<void>();
  const comes = Promise.withResolvers<void>();
  const isOne = (events: readonly NewEvent[], kind: string) => events.some(({ type }) => type === kind);
  async function inTurn<Outcome>(events: readonly NewEvent[], append: () => Promise<Outcome>): Promise<Outcome> {
    if (isOne(events, late)) {
      waits.resolve();
      await comes.promise;
    }
    const outcome = await append();
    if (isOne(events, after)) comes.resolve();
    return outcome;
  }
  const around = (store: EventStore): EventStore => {
    const { appendAll } = store;
    return {
      ...store,
      append: (stream, expected, events) => inTurn(events, () => store.append(stream, expected, events)),
      ...(appendAll && {
        appendAll: (appends, turn) =>
          inTurn(
            appends.flatMap(({ events }) => events),
            () => appendAll(appends, turn),
          ),
      }),
    };
  };
  return { around, isWaiting: waits.promise };
}

const place = { location: '1 Test Street', phone: '+1 555 0100' };

it.each([
  ['an order', 'ToolBooked', 'PersonForgotten'],
  ['an order', 'ToolBooked', 'UserErased'],
  ['an order', 'ToolBooked', 'SubjectKeyDestroyed'],
  ['a checkout', 'CheckoutPlaced', 'PersonForgotten'],
  ['a checkout', 'CheckoutPlaced', 'SubjectKeyDestroyed'],
])(
  '%s that comes (%s) only after its buyer is forgotten (%s) gives its pieces back at once',
  async (what, late, after) => {
    const { around, isWaiting } = lateBy(late, after);
    const shop = await openShop({}, { around });
    onTestFinished(() => shop.end());
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const person = await signUp(shop.origin);
    const toolId = await addTool(admin, { Available: 7 });
    const left = async () => (await admin.get<Tool>(`/tool/${toolId}`)).body.Available;

    const ordered =
      what === 'an order'
        ? person.post('/booking', orderOf(person, toolId, 19.99, place))
        : person.post('/checkout', { ...place, lines: [{ toolId, quantity: 1, price: 19.99 }] });
    await isWaiting;
    expect((await person.delete('/me', { body: { password } })).status).toBe(204);
    expect((await ordered).status).toBe(201);

    await vi.waitFor(async () => expect(await left()).toBe(7), { timeout: 60_000, interval: 100 });
    const happened = (await storedEventsOf(shop, 'ToolBooked', 'BookingDeleted')).filter(
      ({ data }) => (data as { toolId: string }).toolId === toolId,
    );
    expect(happened.map(({ type }) => type)).toEqual(['ToolBooked', 'BookingDeleted']);
    const shown = (await admin.get<Booking[]>(`/booking?toolId=${toolId}`)).body;
    expect(shown).toEqual([]);
  },
);
