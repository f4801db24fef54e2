import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys, type SandboxUnderTest, startSandbox } from '../../../testing/servers/sandbox-under-test.ts';

let sandbox: SandboxUnderTest;
let payments = 0;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.stop());

async function paid(number: string) {
  const order = { paymentId: `p${++payments}`, attempt: 1, amount: 2000, currency: 'usd' };
  const { intentId, clientSecret } = await sandbox.gateway.createIntent(order);
  await sandbox.pay(clientSecret, { number });
  return intentId;
}
const types = () => sandbox.received.map(({ body }) => String(JSON.parse(body.toString()).type));
/** The dispute that the webhook was told of. */
const disputeOf = (intentId: string) =>
  vi.waitFor(() => {
    const read = sandbox.received.map(({ message }) => message);
    const told = read.find((message) => message.kind === 'dispute' && message.intentId === intentId);
    if (told?.kind !== 'dispute') throw new Error('Not told of yet.');
    return told.disputeId;
  }, 60_000);
const evidence = (id: string, text: string) =>
  sandbox.call('POST', `/v1/disputes/${id}`, { key: keys.secretKey, form: { 'evidence[uncategorized_text]': text } });
const refund = (intentId: string, refundId = 'r1') =>
  sandbox.gateway.refund({ intentId, refundId, attempt: 1, amount: 500, reason: 'duplicate' });

describe('a disputed payment', () => {
  it('is told of, and nothing of it can be given back', async () => {
    const intentId = await paid('4000000000000259');
    const disputeId = await disputeOf(intentId);
    expect(await sandbox.gateway.dispute(disputeId)).toEqual({
      disputeId,
      intentId,
      amount: 2000,
      currency: 'usd',
      state: 'open',
      at: expect.stringMatching(/Z$/),
    });
    await expect(refund(intentId)).rejects.toMatchObject({ code: 'charge_disputed' });
    await expect(refund(intentId)).rejects.toThrow('has been charged back; cannot issue a refund.');
    await expect.poll(() => types()).toContain('charge.dispute.funds_withdrawn');
  });

  it('is won with evidence that wins, and can be given back then', async () => {
    const intentId = await paid('4000000000000259');
    const disputeId = await disputeOf(intentId);
    const { body } = await evidence(disputeId, 'winning_evidence');
    expect(body).toMatchObject({ object: 'dispute', status: 'won', evidence_details: { submission_count: 1 } });
    expect((await sandbox.gateway.dispute(disputeId)).state).toBe('won');
    expect((await refund(intentId)).state).toBe('succeeded');
    const told = ['charge.dispute.closed', 'charge.dispute.funds_reinstated'];
    await expect.poll(() => types()).toEqual(expect.arrayContaining(told));
    expect((await evidence(disputeId, 'losing_evidence')).status).toBe(400);
  });

  it.each([
    ['with evidence that loses', (id: string) => evidence(id, 'losing_evidence')],
    ['when it is given up', (id: string) => sandbox.call('POST', `/v1/disputes/${id}/close`, { key: keys.secretKey })],
  ])('is lost %s', async (_, lose) => {
    const intentId = await paid('4000000000002685');
    const disputeId = await disputeOf(intentId);
    expect((await lose(disputeId)).body).toMatchObject({ status: 'lost', reason: 'product_not_received' });
    expect((await sandbox.gateway.dispute(disputeId)).state).toBe('lost');
    await expect(refund(intentId)).rejects.toMatchObject({ code: 'charge_disputed' });
    await expect.poll(() => types()).toContain('charge.dispute.closed');
    expect(types()).not.toContain('charge.dispute.funds_reinstated');
  });

  it('is only asked about in an inquiry, which takes no money unless it is escalated', async () => {
    const intentId = await paid('4000000000001976');
    const disputeId = await disputeOf(intentId);
    expect((await refund(intentId)).state).toBe('succeeded');
    expect(types()).not.toContain('charge.dispute.funds_withdrawn');
    expect((await evidence(disputeId, 'escalate_inquiry_evidence')).body.status).toBe('needs_response');
    await expect.poll(() => types()).toContain('charge.dispute.funds_withdrawn');
    expect((await sandbox.gateway.dispute(disputeId)).state).toBe('open');
    const closed = await disputeOf(await paid('4000000000001976'));
    expect((await evidence(closed, 'losing_evidence')).body.status).toBe('warning_closed');
    expect((await sandbox.gateway.dispute(closed)).state).toBe('won');
  });

  it('may be disputed at any time, for what was not given back', async () => {
    const intentId = await paid('4242424242424242');
    await refund(intentId);
    sandbox.dashboard.dispute(intentId);
    const disputeId = await disputeOf(intentId);
    expect(await sandbox.gateway.dispute(disputeId)).toMatchObject({ amount: 1500, state: 'open' });
    expect(() => sandbox.dashboard.dispute(intentId)).toThrow('cannot be disputed');
    sandbox.dashboard.decideDispute(disputeId, 'lost');
    expect((await sandbox.gateway.dispute(disputeId)).state).toBe('lost');
    expect(sandbox.unexpected).toEqual([]);
  });

  it('is looked at by the bank after other evidence, and taken up again when it was lost', async () => {
    const intentId = await paid('4000000000000259');
    const disputeId = await disputeOf(intentId);
    const form = { 'metadata[order]': 'b1' };
    const noted = await sandbox.call('POST', `/v1/disputes/${disputeId}`, { key: keys.secretKey, form });
    const untouched = {
      status: 'needs_response',
      metadata: { order: 'b1' },
      evidence_details: { submission_count: 0 },
    };
    expect(noted.body).toMatchObject(untouched);
    expect((await evidence(disputeId, 'It was sent.')).body).toMatchObject({ status: 'under_review' });
    expect(() => sandbox.dashboard.appealDispute(disputeId)).toThrow('Only a dispute that was lost');
    sandbox.dashboard.decideDispute(disputeId, 'lost');
    sandbox.dashboard.appealDispute(disputeId);
    expect(await sandbox.gateway.dispute(disputeId)).toMatchObject({ state: 'open', isAppeal: true });
    await expect(refund(intentId)).rejects.toMatchObject({ code: 'charge_disputed' });
    sandbox.dashboard.decideDispute(disputeId, 'won');
    expect((await refund(intentId, 'r2')).state).toBe('succeeded');
  });

  it('is only warned of by a bank that notices fraud, and no money moves', async () => {
    const intentId = await paid('4000000000005423');
    await expect.poll(() => types()).toContain('radar.early_fraud_warning.created');
    expect(types()).not.toContain('charge.dispute.created');
    expect((await refund(intentId)).state).toBe('succeeded');
  });

  it('is not known when there is none', async () => {
    await expect(sandbox.gateway.dispute('dp_nobody')).rejects.toMatchObject({ code: 'resource_missing' });
  });
});
