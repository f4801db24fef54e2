import type { Commands, Outcome } from '../../kernel/commands.ts';
import { derivedId } from '../../kernel/encoding/derived.ts';
import { type Answer, type Route, route } from '../../kernel/route.ts';
import { acknowledged, idParams, inserted } from '../../kernel/wire/wire.ts';
import { type Booking, booking } from '../booking.ts';
import { deliverBooking } from '../commands/deliver-booking.ts';
import { noteBooking } from '../commands/note-booking.ts';
import { packBooking } from '../commands/pack-booking.ts';
import { shipBooking } from '../commands/ship-booking.ts';
import { noteBody, shipBody } from '../contract.ts';
import type { BookingEvent } from '../events.ts';

const done = ({ position }: Outcome<Booking, BookingEvent>): Answer => ({
  status: 200,
  body: { acknowledged: true },
  position,
});
const about = { access: 'admin', params: idParams } as const;
const unknown = { description: 'No such order' };
const said = { description: 'It is so, whoever said it first', schema: acknowledged };
const owed = 'It is not paid, or all of its money or pieces went back, or are on their way back';

/** How admins bring an order to whoever ordered it, and what they note of it. */
export function fulfilmentRoutes({ commands }: { commands: Commands }): Route[] {
  return [
    route({
      ...about,
      method: 'post',
      path: '/booking/{id}/pack',
      summary: 'Say that an order is packed',
      answers: { 200: said, 404: unknown, 409: { description: owed } },
      async handle({ params: { id: bookingId }, command: context }) {
        const command = { type: 'PackBooking', bookingId, by: context.actor.uid } as const;
        return done(await commands.execute(booking, bookingId, context, command, packBooking));
      },
    }),
    route({
      ...about,
      method: 'post',
      path: '/booking/{id}/ship',
      summary: 'Say with whom an order went, and under which number; said again, it corrects that',
      body: shipBody,
      answers: {
        200: said,
        404: unknown,
        409: { description: `${owed}; it was delivered already, or shipped otherwise than was seen` },
      },
      async handle({ params: { id: bookingId }, body, command: context }) {
        const command = { type: 'ShipBooking', bookingId, ...body, by: context.actor.uid } as const;
        return done(await commands.execute(booking, bookingId, context, command, shipBooking));
      },
    }),
    route({
      ...about,
      method: 'post',
      path: '/booking/{id}/deliver',
      summary: 'Say that an order has arrived',
      answers: { 200: said, 404: unknown, 409: { description: 'It has not been shipped' } },
      async handle({ params: { id: bookingId }, command: context }) {
        const command = { type: 'DeliverBooking', bookingId, by: context.actor.uid } as const;
        return done(await commands.execute(booking, bookingId, context, command, deliverBooking));
      },
    }),
    route({
      ...about,
      method: 'post',
      path: '/booking/{id}/note',
      summary: 'Note something of an order, for admins only: GET /history shows it',
      body: noteBody,
      answers: { 201: { description: 'Noted', schema: inserted }, 404: unknown },
      async handle({ params: { id: bookingId }, body: { note }, command: context }) {
        const noteId = derivedId('note', context.commandId);
        const command = { type: 'NoteBooking', bookingId, noteId, note, by: context.actor.uid } as const;
        const { position } = await commands.execute(booking, bookingId, context, command, noteBooking);
        return { status: 201, body: { acknowledged: true, insertedId: noteId }, position };
      },
    }),
  ];
}
