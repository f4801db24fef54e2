import type { Charge } from '../objects/charge.ts';
import type { Dispute } from '../objects/dispute.ts';
import type { Intent } from '../objects/intent.ts';
import type { Later } from '../objects/later.ts';
import type { Refund } from '../objects/refund.ts';

/** The answer that was given to the first request with an idempotency key. */
export type RecordedAnswer = {
  key: string;
  /** Method, path and fingerprint of the parameters it was given to. */
  endpoint: string;
  fingerprint: string;
  requestId: string;
  status: number;
  body: object;
  /** Milliseconds since 1970. */
  at: number;
};

/** An event on its way to the webhook. */
export type Message = {
  /** The event's id. */
  id: string;
  /** The exact bytes that are signed and sent. */
  payload: string;
  /** Milliseconds since 1970. */
  created: number;
  attempts: number;
  /** Milliseconds since 1970; not tried before. */
  dueAt: number;
};

/** What can be listed, by the word that its list has. */
export type Kept = { intents: Intent; charges: Charge; refunds: Refund; disputes: Dispute };

export type Page = {
  limit: number;
  /** Of one intent only. */
  intentId?: string;
  /** Seconds since 1970, both inclusive. */
  from?: number;
  until?: number;
  /** Ids: what is older than this one, or the nearest that is newer than that one. */
  after?: string;
  before?: string;
};

/**
 * What the sandbox remembers. Calls are synchronous, so nothing comes between the reads and writes of one
 * `atomically`; what it wrote is durable when it returns, and undone when it throws.
 */
export type SandboxStore = {
  atomically<Result>(work: () => Result): Result;
  intent(id: string): Intent | undefined;
  saveIntent(intent: Intent): void;
  charge(id: string): Charge | undefined;
  saveCharge(charge: Charge): void;
  refund(id: string): Refund | undefined;
  saveRefund(refund: Refund): void;
  dispute(id: string): Dispute | undefined;
  saveDispute(dispute: Dispute): void;
  /** Of one kind, newest first, whatever `page` says left out of it. */
  list<Kind extends keyof Kept>(kind: Kind, page: Page): Kept[Kind][];
  saveLater(later: Later): void;
  dropLater(id: string): void;
  /** What is to happen first. */
  nextLater(): Later | undefined;
  answer(key: string): RecordedAnswer | undefined;
  saveAnswer(answer: RecordedAnswer): void;
  forgetAnswersBefore(time: number): void;
  saveMessage(message: Message): void;
  dropMessage(id: string): void;
  /** The messages that wait to be delivered, the one due first first. */
  waitingMessages(limit: number): Message[];
  close(): void;
};
