import type { Dispute } from '../payments/sandbox/dispute.ts';
import type { Intent } from '../payments/sandbox/intent.ts';
import type { Later } from '../payments/sandbox/later.ts';
import type { Refund } from '../payments/sandbox/refund.ts';
import type { Message, RecordedAnswer, SandboxStore } from '../payments/sandbox/store.ts';

/** A store that forgets when the process ends. Of what fails in the middle it takes back what it wrote, and copies nothing. */
export function memoryStore(): SandboxStore {
  const undo: (() => void)[] = [];
  const intents = table<Intent>();
  const refunds = table<Refund>();
  const refundIds = table<readonly string[]>();
  const disputes = table<Dispute>();
  const laters = table<Later>();
  const answers = table<RecordedAnswer>();
  const messages = table<Message>();

  function table<Row>() {
    const rows = new Map<string, Row>();
    const write = (id: string, row: Row | undefined) => {
      const before = rows.get(id);
      undo.push(() => put(id, before));
      put(id, row);
    };
    const put = (id: string, row: Row | undefined) => void (row === undefined ? rows.delete(id) : rows.set(id, row));
    return { rows, write };
  }

  return {
    atomically(work) {
      undo.length = 0;
      try {
        return work();
      } catch (error) {
        for (const takeBack of undo.splice(0).reverse()) takeBack();
        throw error;
      } finally {
        undo.length = 0;
      }
    },
    intent: (id) => intents.rows.get(id),
    saveIntent: (intent) => intents.write(intent.id, intent),
    refund: (id) => refunds.rows.get(id),
    saveRefund(refund) {
      const { id, intentId } = refund;
      if (!refunds.rows.has(id)) refundIds.write(intentId, [id, ...(refundIds.rows.get(intentId) ?? [])]);
      refunds.write(id, refund);
    },
    refundsOf(intentId, limit, startingAfter = '') {
      const ids = refundIds.rows.get(intentId) ?? [];
      const from = ids.indexOf(startingAfter) + 1;
      return ids.slice(from, from + limit).flatMap((id) => refunds.rows.get(id) ?? []);
    },
    dispute: (id) => disputes.rows.get(id),
    saveDispute: (dispute) => disputes.write(dispute.id, dispute),
    saveLater: (later) => laters.write(later.id, later),
    dropLater: (id) => laters.write(id, undefined),
    nextLater: () => [...laters.rows.values()].reduce<Later | undefined>(sooner, undefined),
    answer: (key) => answers.rows.get(key),
    saveAnswer: (answer) => answers.write(answer.key, answer),
    forgetAnswersBefore(time) {
      // In the order in which they were given: the first that is young enough ends it.
      for (const { key, at } of answers.rows.values()) {
        if (at >= time) return;
        answers.write(key, undefined);
      }
    },
    saveMessage: (message) => messages.write(message.id, message),
    dropMessage: (id) => messages.write(id, undefined),
    waitingMessages: (limit) => [...messages.rows.values()].sort((a, b) => a.dueAt - b.dueAt).slice(0, limit),
    close: () => {},
  };
}

const sooner = (one: Later | undefined, other: Later) => (one && one.dueAt <= other.dueAt ? one : other);
