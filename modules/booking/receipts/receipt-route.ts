import { Conflict } from '../../kernel/errors.ts';
import { type Caller, type Route, route } from '../../kernel/route.ts';
import { idParams } from '../../kernel/wire/wire.ts';
import type { BookingDocument } from '../read-models/bookings.ts';
import { type PrintReceipt, receiptOf } from './receipt.ts';

/** There is no receipt of what nobody has paid. */
class NotPaidYet extends Conflict {
  constructor() {
    super('There is a receipt once the order is paid.');
  }
}

/** The receipt of an order, to be kept. */
export function receiptRoute(wiring: {
  visible: (id: string, caller: Caller) => Promise<{ document: BookingDocument }>;
  print: PrintReceipt;
  currency: string;
}): Route {
  return route({
    method: 'get',
    path: '/booking/{id}/receipt.pdf',
    access: 'user',
    summary: 'The receipt of an order that was paid, as a PDF',
    params: idParams,
    answers: {
      200: { description: 'The receipt', type: 'application/pdf' },
      404: { description: 'No such order' },
      409: { description: 'It is not paid' },
    },
    async handle({ params, caller, signal }) {
      const { document } = await wiring.visible(params.id, caller);
      if (!document.paid) throw new NotPaidYet();
      const receipt = receiptOf(document, wiring.currency);
      const pdf = await wiring.print(receipt, caller.uid, signal);
      return {
        status: 200,
        text: { type: 'application/pdf', chunks: [pdf] },
        headers: { 'Content-Disposition': `attachment; filename="receipt-${receipt.number}.pdf"` },
      };
    },
  });
}
