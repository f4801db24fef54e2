import type { CommandContext, Commands } from '../kernel/commands.ts';
import { attemptIntent } from './commands/attempt-intent.ts';
import { recordIntent } from './commands/record-intent.ts';
import { AnsweredWithFault, type CreatedIntent, type PaymentGateway } from './gateway.ts';
import { link } from './link.ts';
import { ownCommand } from './own-command.ts';
import { PaidAlready } from './payable-orders.ts';
import { type OpenedPayment, payment } from './payment.ts';
import { cancel, reportOf, settleAs } from './settle.ts';
import { cancelAtProvider } from './withdraw.ts';

type Wiring = { commands: Commands; gateway: PaymentGateway; now: () => Date };

export type ClientSecret = { readonly clientSecret: string; readonly position: bigint };

/**
 * The client secret of a payment's intent, which is made when there is none. Undefined when the payment takes no money any
 * more: its secret is given out only while nobody has closed it, which the stream's revision decides.
 * @param options.isRepeat the secret was asked for before, and is the answer of then, also when nobody can pay with it now
 */
export async function secretOf(
  wiring: Wiring,
  paymentId: string,
  { context, isRepeat }: { context: CommandContext; isRepeat: boolean },
): Promise<ClientSecret | undefined> {
  const { commands, gateway } = wiring;
  const state = await commands.load(payment, paymentId);
  if (state.status === 'none') return undefined;
  if (state.intentId === undefined) return state.status === 'open' ? newSecret(wiring, paymentId, context) : undefined;
  if (state.status === 'closed' || (state.status === 'canceled' && !isRepeat)) return undefined;
  const report = await reportOf(gateway, state.intentId);
  if (report === undefined) {
    await cancel(commands, { paymentId, intentId: state.intentId });
    return undefined;
  }
  const became = await settleAs(commands, paymentId, report);
  if (became === 'succeeded') throw new PaidAlready();
  if (became === 'canceled' && !isRepeat) return undefined;
  const { position } = await record(commands, paymentId, state.intentId, state.attempted?.attempt ?? 1, context);
  return { clientSecret: report.clientSecret, position };
}

async function newSecret(wiring: Wiring, paymentId: string, context: CommandContext) {
  const { commands, gateway } = wiring;
  const made = await make(wiring, paymentId, context);
  if (!made) return undefined;
  const { intentId, clientSecret, attempt } = made;
  // Before anybody can pay with it.
  await link(commands, { intentId, paymentId }, context);
  const { state, position } = await record(commands, paymentId, intentId, attempt, context);
  if (state.status === 'open' && state.intentId === intentId) return { clientSecret, position };
  if (state.status !== 'none' && state.intentId === intentId) {
    await cancelAtProvider({ commands, gateway }, paymentId, intentId);
  }
  return undefined;
}

/** Has an intent made under the key that is due; once anew when the provider failed itself under that key. */
async function make(
  { commands, gateway, now }: Wiring,
  paymentId: string,
  context: CommandContext,
): Promise<(CreatedIntent & { attempt: number }) | undefined> {
  let spent: number | undefined;
  for (;;) {
    const state = await attempted(commands, paymentId, { at: now().toISOString(), spent }, context);
    if (state?.status !== 'open' || state.intentId !== undefined || !state.attempted) return undefined;
    const { attempt } = state.attempted;
    try {
      return { ...(await gateway.createIntent({ paymentId, attempt, ...state.amount })), attempt };
    } catch (reason) {
      // Whether there is an intent under that key is not known, and it does not matter: nobody has its secret.
      if (!(reason instanceof AnsweredWithFault) || spent !== undefined) throw reason;
      spent = attempt;
    }
  }
}

async function attempted(
  commands: Commands,
  paymentId: string,
  { at, spent }: { at: string; spent: number | undefined },
  context: CommandContext,
): Promise<OpenedPayment | undefined> {
  const before = await commands.load(payment, paymentId);
  const next = before.status === 'none' ? 1 : (before.attempted?.attempt ?? 0) + 1;
  const once = ownCommand(context, 'attempt-intent', paymentId, `${next}`);
  const command = { type: 'AttemptIntent', paymentId, at, spent } as const;
  const { state } = await commands.execute(payment, paymentId, once, command, attemptIntent);
  return state.status === 'none' ? undefined : state;
}

function record(commands: Commands, paymentId: string, intentId: string, attempt: number, context: CommandContext) {
  const once = ownCommand(context, 'record-intent', paymentId, intentId);
  return commands.execute(
    payment,
    paymentId,
    once,
    { type: 'RecordIntent', paymentId, intentId, attempt },
    recordIntent,
  );
}
