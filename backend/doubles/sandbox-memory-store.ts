import type { Kept, Message, Page, RecordedAnswer, SandboxStore } from '../payments/sandbox/keeping/store.ts';
import type { Charge } from '../payments/sandbox/objects/charge.ts';
import type { Dispute } from '../payments/sandbox/objects/dispute.ts';
import type { Intent } from '../payments/sandbox/objects/intent.ts';
import type { Later } from '../payments/sandbox/objects/later.ts';
import type { Refund } from '../payments/sandbox/objects/refund.ts';

/** A store that forgets when the process ends. Of what fails in the middle it takes back what it wrote, and copies nothing. */
export function memoryStore(): SandboxStore {
  const undo: (() => void)[] = [];
  const intents = table<Intent>();
  const refunds = table<Refund>();
  const charges = table<Charge>();
  // Ids under an intent, in the order in which they were made.
  const idsOf = table<readonly string[]>();
  const disputes = table<Dispute>();
  const laters = table<Later>();
  const answers = table<RecordedAnswer>();
  const messages = table<Message>();

  const kept: { [Kind in keyof Kept]: { rows: Map<string, Kept[Kind]>; write(id: string, row: Kept[Kind]): void } } = {
    intents,
    charges,
    refunds,
    disputes,
  };

  function saveUnder<Kind extends keyof Kept>(kind: Kind, intentId: string, row: Kept[Kind]) {
    const key = `${kind} ${intentId}`;
    if (!kept[kind].rows.has(row.id)) idsOf.write(key, [...(idsOf.rows.get(key) ?? []), row.id]);
    kept[kind].write(row.id, row);
  }

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
    charge: (id) => charges.rows.get(id),
    saveCharge: (charge) => saveUnder('charges', charge.intentId, charge),
    saveRefund: (refund) => saveUnder('refunds', refund.intentId, refund),
    dispute: (id) => disputes.rows.get(id),
    saveDispute: (dispute) => saveUnder('disputes', dispute.intentId, dispute),
    list<Kind extends keyof Kept>(kind: Kind, { limit, intentId, from = 0, until = Infinity, after, before }: Page) {
      const { rows } = kept[kind];
      const made =
        intentId === undefined
          ? [...rows.values()]
          : (idsOf.rows.get(`${kind} ${intentId}`) ?? []).flatMap((id) => rows.get(id) ?? []);
      const newestFirst = made
        .filter(({ created }) => created >= from && created <= until)
        .toReversed()
        .sort((one, other) => other.created - one.created);
      const end = before === undefined ? newestFirst.length : newestFirst.findIndex(({ id }) => id === before);
      const begin = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
      return before === undefined
        ? newestFirst.slice(begin, begin + limit)
        : newestFirst.slice(Math.max(0, end - limit), end);
    },
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
