import { describe, expect, it } from 'vitest';
import { openTill, type Till } from '../../backend/testing/deciding/till.ts';
import type { PaymentMessageHeard } from './events.ts';
import { expectBooks, intentOf as idIn } from './testing/money-back.ts';

/** An order whose intent is there. */
async function begun(till: Till) {
  const id = await till.order();
  return { id, secret: await till.begin([id]) };
}

/** The intent of a secret as the provider has it. */
function intentOf(till: Till, secret: string) {
  const intent = till.store.intent(idIn(secret));
  if (!intent) throw new Error('There is no such intent.');
  return intent;
}

/** The type and id of a message. */
function named(payload: string): { id: string; type: string } {
  const { id, type } = JSON.parse(payload);
  return { id, type };
}

const acted = ({ type }: { type: string }) =>
  /^(payment_intent\.(succeeded|processing|payment_failed|canceled)|refund\.|charge\.refund|charge\.dispute\.)/.test(
    type,
  );

/** Whether the log knows a message: as the cause of what it changed, or as heard. */
function knows(till: Till, id: string): boolean {
  const heard = till.ofType('PaymentMessageHeard').map(({ data }) => (data as PaymentMessageHeard['data']).eventId);
  return heard.includes(id) || till.log.some(({ meta }) => meta.causationId === id);
}

/** All messages come, each of them twice; those that the shop acts on are known then, and no second one is stored again. */
async function hearTwice(till: Till): Promise<string[]> {
  const payloads = till.messages();
  for (const payload of payloads) {
    await till.receive(payload);
    const after = till.log.length;
    await till.receive(payload);
    expect(till.log, named(payload).type).toHaveLength(after);
  }
  const messages = payloads.map(named).filter(acted);
  for (const { id, type } of messages) expect(knows(till, id), type).toBe(true);
  return messages.map(({ type }) => type);
}

describe('a message of the provider’s', () => {
  it.each([
    ['pm_card_visa', 'payment_intent.succeeded'],
    ['pm_card_visa_chargeDeclined', 'payment_intent.payment_failed'],
    ['pm_card_processing', 'payment_intent.processing'],
  ])('is stored by its id before it is answered, and once: %s', async (card, type) => {
    const till = openTill();
    till.pay((await begun(till)).secret, card);
    expect(await hearTwice(till)).toContain(type);
  });

  it('is stored by its id also when what it says was known', async () => {
    const till = openTill();
    const { id, secret } = await begun(till);
    till.pay(secret);
    till.later(120_000);
    await till.run('reconcile');
    expect(till.ofType('PaymentSucceeded')).toHaveLength(1);
    await till.react();
    await till.refund(id, { amount: 5 });
    await till.react();
    const types = await hearTwice(till);
    expect(types).toEqual(expect.arrayContaining(['payment_intent.succeeded', 'refund.created', 'charge.refunded']));
    expect(till.ofType('PaymentSucceeded')).toHaveLength(1);
  });

  it('is stored by its id also about a cancellation or a dispute', async () => {
    const till = openTill();
    const { id } = await begun(till);
    await till.remove(id);
    till.pay((await begun(till)).secret, 'pm_card_createDispute');
    const types = await hearTwice(till);
    expect(types).toEqual(expect.arrayContaining(['payment_intent.canceled', 'charge.dispute.created']));
  });

  it('about an intent that the log knows no more, since it was put back, leads also what comes of it to its payment', async () => {
    const till = openTill();
    const { id, secret } = await begun(till);
    const forgotten = { ...intentOf(till, secret), id: 'pi_forgotten', clientSecret: 'pi_forgotten_secret_1' };
    till.store.saveIntent(forgotten);
    expect(till.pay(forgotten.clientSecret)).toBe(true);
    for (const payload of till.messages()) await till.receive(payload);
    await till.react();
    expect((await till.stateOf(id)).status).toBe('paid');
    till.dashboard.refund('pi_forgotten', 300);
    till.dashboard.decideDispute(till.dashboard.dispute('pi_forgotten', 500), 'lost');
    for (const payload of till.messages()) await till.receive(payload);
    await till.react();
    await expectBooks(till, { taken: 1999, lost: 500, givenBack: 300, paid: 1199 });
  });

  it('leaves nothing behind when it is about no payment of ours', async () => {
    const till = openTill();
    const { secret } = await begun(till);
    till.pay(secret);
    const [payload] = till.messages().filter((message) => named(message).type === 'payment_intent.succeeded');
    const before = till.log.length;
    const payment = JSON.parse(payload ?? '').data.object.metadata.paymentId;
    await till.receive((payload ?? '').replaceAll(payment, 'somebody-elses'));
    expect(till.log).toHaveLength(before);
  });
});
