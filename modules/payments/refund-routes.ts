import { z } from 'zod';
import type { Orders } from '../booking/money/contract.ts';
import { pageAnswer } from '../kernel/documents/page-answer.ts';
import type { View } from '../kernel/documents/view.ts';
import { NotFound } from '../kernel/errors.ts';
import { type Route, route } from '../kernel/route.ts';
import { idParams } from '../kernel/wire/wire.ts';
import { failedRefund, failedRefundsQuery, retriedRefund, settledRefund, settleRefundBody } from './contract.ts';
import type { RefundDocument } from './read-models/refunds.ts';

type Wiring = { orders: Orders; refunds: View<RefundDocument> };

/** What could not be given back, for somebody to see to it. */
export function refundRoutes({ orders, refunds }: Wiring): Route[] {
  return [
    route({
      method: 'get',
      path: '/refunds/failed',
      access: 'admin',
      summary: 'What could not be given back, newest first',
      query: failedRefundsQuery,
      saysAsOf: true,
      answers: {
        200: { description: 'Refunds; the next page is in the Link header', schema: z.array(failedRefund) },
      },
      async handle({ query: { limit, after }, signal }) {
        const listed = { index: 'failed', key: '', order: 'descending', limit, after, signal } as const;
        return pageAnswer('/refunds/failed', { limit }, await refunds.texts(listed));
      },
    }),
    route({
      method: 'post',
      path: '/refunds/{id}/retry',
      access: 'admin',
      confirms: true,
      summary: 'Give back anew what could not be given back',
      params: idParams,
      answers: {
        202: { description: 'It is on its way again', schema: retriedRefund },
        404: { description: 'No such refund' },
        409: { description: 'It has not failed, was settled, or other refunds or a dispute have given back as much' },
      },
      async handle({ params: { id: refundId }, command }) {
        const { bookingId } = await known(refundId);
        const position = await orders.retryRefund({ bookingId, refundId }, command);
        return { status: 202, body: { refundId, state: 'pending' }, position };
      },
    }),
    route({
      method: 'post',
      path: '/refunds/{id}/settle',
      access: 'admin',
      confirms: true,
      summary: 'Say what became of what could not be given back, where it is not tried again',
      params: idParams,
      body: settleRefundBody,
      answers: {
        200: { description: 'It is listed no more', schema: settledRefund },
        404: { description: 'No such refund' },
        409: { description: 'It has not failed, was settled before, or went back otherwise so that it is not owed' },
      },
      async handle({ params: { id: refundId }, body: { how, note }, command }) {
        const { bookingId } = await known(refundId);
        const position = await orders.settleRefund({ bookingId, refundId, how, note }, command);
        return { status: 200, body: { refundId, settled: how }, position };
      },
    }),
  ];

  async function known(refundId: string): Promise<RefundDocument> {
    const refund = await refunds.get(refundId);
    if (!refund) throw new NotFound('There is no such refund.');
    return refund;
  }
}
