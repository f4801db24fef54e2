import type { Intent } from '../payments/sandbox/intent.ts';
import type { Refund } from '../payments/sandbox/refund.ts';
import type { Message, RecordedAnswer, SandboxStore } from '../payments/sandbox/store.ts';

/** A store that forgets when the process ends. */
export function memoryStore(): SandboxStore {
  let intents = new Map<string, Intent>();
  let refunds = new Map<string, Refund>();
  let answers = new Map<string, RecordedAnswer>();
  let messages = new Map<string, Message>();

  return {
    atomically(work) {
      const before = [new Map(intents), new Map(refunds), new Map(answers), new Map(messages)] as const;
      try {
        return work();
      } catch (error) {
        [intents, refunds, answers, messages] = before;
        throw error;
      }
    },
    intent: (id) => intents.get(id),
    saveIntent: (intent) => void intents.set(intent.id, intent),
    refund: (id) => refunds.get(id),
    saveRefund: (refund) => void refunds.set(refund.id, refund),
    answer: (key) => answers.get(key),
    saveAnswer: (answer) => void answers.set(answer.key, answer),
    forgetAnswersBefore: (time) => {
      for (const { key, at } of answers.values()) if (at < time) answers.delete(key);
    },
    saveMessage: (message) => void messages.set(message.id, message),
    dropMessage: (id) => void messages.delete(id),
    waitingMessages: (limit) => [...messages.values()].sort((a, b) => a.dueAt - b.dueAt).slice(0, limit),
    close: () => {},
  };
}
