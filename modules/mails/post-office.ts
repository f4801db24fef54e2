import { randomUUID } from 'node:crypto';
import { becauseOf, type CommandContext, type Commands } from '../kernel/commands.ts';
import { ConcurrencyLimit } from '../kernel/concurrency/concurrency-limit.ts';
import { derivedId, digest } from '../kernel/encoding/derived.ts';
import { Busy, HungUp, Unavailable } from '../kernel/errors.ts';
import { type StoredEvent, system } from '../kernel/event.ts';
import { ExpiringCache } from '../kernel/memory/expiring-cache.ts';
import { claimMail } from './commands/claim-mail.ts';
import { type FinishMail, finishMail } from './commands/finish-mail.ts';
import type { DueMail, DueMails } from './due-mails.ts';
import type { Because, MailClaimed } from './events.ts';
import { isThatOf, mail } from './mail.ts';
import { placesOf } from './places.ts';
import { longestTry, MailRefused, type Postman } from './postman.ts';

/** Milliseconds of a claim: enough for some to wait their turn. */
const lease = { first: 120_000, most: 7_200_000 };
/**
 * How many mails a node sends at once, how many of those were tried before, and how many wait. For those that find no place the claim
 * ends, and they are claimed anew. One that is tried again may take ten minutes: somebody's link is not to wait for such as those.
 */
const atOnce = 4;
const againAtOnce = 3;
const mostWaiting = 1_000;
const refusal = 'Too many mails wait.';
/** Of so many addresses a node knows how much went there in an hour. */
const mostAddresses = 10_000;
const hourLong = 3_600_000;
/** Milliseconds that a mail to nobody takes, before this node knows how long others take. */
const usuallyTakes = 200;
/** Milliseconds between two tries to say what became of a mail. */
const sayAgain = 1_000;
/** Milliseconds that mails under way have when the shop closes. */
const closingPatience = 1_000;

/** Which mail, and the event that it is because of. */
type Which = { readonly mailId: string; readonly uid: string; readonly kind: string; readonly because: Because };

export type PostOfficeWiring = {
  readonly commands: Commands;
  readonly due: DueMails;
  /** Whether somebody has shown that an address is theirs; also where nobody can. */
  readonly isProved: (who: { readonly uid: string; readonly email: string }) => Promise<boolean>;
  readonly postman: Postman;
  /** An event with what is personal in it opened, as it reads now; undefined when it is not there. */
  readonly readEvent: (because: Because) => Promise<StoredEvent | undefined>;
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Told of each try that failed and may be made again, and of each that went well. */
  readonly tries: { failed(reason: unknown): void; succeeded(): void };
};

/**
 * Sends mails, each from one node: whoever has claimed it by an event. At most once, unless a node dies between sending and saying so, or
 * cannot say so for as long as its claim lasts; another one takes over when the claim is over. What a mail says and where it goes is read anew for each try, so that nothing of it
 * waits in the memory or in the log.
 */
export class PostOffice {
  readonly #wiring: PostOfficeWiring;
  readonly #limit = new ConcurrencyLimit({ atOnce, mostWaiting, refusal });
  readonly #againLimit = new ConcurrencyLimit({ atOnce: againAtOnce, mostWaiting, refusal });
  /** How many mails of a kind, or that count together, this node has claimed for an address within the hour. */
  readonly #toAddress: ExpiringCache<{ readonly mails: number; readonly until: number }>;
  /** What came of the last mail that was handed to the mail server: how long it took, or why it was not taken. */
  #lastTry: { readonly took: number } | { readonly failed: unknown } = { took: usuallyTakes };
  readonly #closing = new AbortController();
  /** Aborts a moment after `#closing`: what a server has by then, and has not said so, would be sent again by another node. */
  readonly #closed = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** Mails of which this node knows what became of them, and could not say so yet. */
  readonly #unsaid = new Set<string>();

  constructor(wiring: PostOfficeWiring) {
    this.#wiring = wiring;
    this.#toAddress = new ExpiringCache({ capacity: mostAddresses, now: wiring.now });
  }

  /**
   * Claims a mail and has it sent, unless it was claimed before. A person has so many places in an hour, of each kind and of what counts
   * together, and the mail's stream is called after its place: so all nodes together send no more than that. Many persons who have the
   * shop write to one address find an end at each node.
   */
  async claim({ mail: written, address }: DueMail, event: StoredEvent): Promise<void> {
    const { kind, perHour, to, countsWith } = written;
    const isProved = countsWith === undefined || (await this.#wiring.isProved({ uid: to.uid, email: address }));
    const places = placesOf(written, isProved, new Date(event.meta.time));
    const mailbox = `${isProved ? kind : countsWith} ${to.isNobody ? to.uid : address}`;
    if (this.#countOf(mailbox) >= (isProved ? perHour : places.length)) return;
    // Counted before it is known, since many are claimed at the same time; taken back where another node has it.
    this.#count(mailbox, 1);
    let isClaimed = false;
    try {
      isClaimed = await this.#claimPlace(places, { kind, perHour, uid: to.uid }, event);
    } finally {
      // Also where the store was away: it is tried again, and would find no room.
      if (!isClaimed) this.#count(mailbox, -1);
    }
  }

  /** Claims the first place that is free; false where there is none, or the mail was claimed before. */
  async #claimPlace(
    places: ReturnType<typeof placesOf>,
    { kind, perHour, uid }: { readonly kind: string; readonly perHour: number; readonly uid: string },
    event: StoredEvent,
  ): Promise<boolean> {
    const because = { stream: event.stream, revision: Number(event.revision) };
    const hour = event.meta.time.slice(0, 13);
    let ofKind = 0;
    for (const [of, number] of places) {
      // Places are taken in turn, so those of its kind have all been seen before the first that is free.
      if (ofKind >= perHour) break;
      const mailId = derivedId('mail', uid, of, hour, String(number));
      const { state, events } = await this.#claim({ mailId, uid, kind, because }, becauseOf(event, 'claim-mail'));
      if (state.status !== 'none' && state.kind === kind) ofKind++;
      if (isThatOf(state, { kind, because })) return events.length > 0;
    }
    return false;
  }

  /** Claims a mail whose claim is over, and has it sent; unless it was sent from here, and the store has been away since. */
  async claimAgain(which: Which): Promise<void> {
    if (this.#unsaid.has(which.mailId)) return;
    const correlationId = derivedId('claim-mail', which.mailId);
    const context = { commandId: '', fingerprint: digest(which.mailId), actor: system, correlationId };
    await this.#claim(which, context);
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Begins to send no more, waits a moment for what is under way, and stops what is left of it. */
  async close(): Promise<void> {
    const reason = new HungUp('The shop closes.');
    this.#closing.abort(reason);
    await Promise.race([this.idle(), this.#wiring.pause(closingPatience, this.#closed.signal)]);
    this.#closed.abort(reason);
  }

  #countOf(mailbox: string): number {
    const counted = this.#toAddress.get(mailbox);
    // What was counted while the clock was ahead would stay for as long as it was.
    return counted && counted.until - this.#wiring.now().getTime() <= hourLong ? counted.mails : 0;
  }

  #count(mailbox: string, one: 1 | -1): void {
    const until = (Math.floor(this.#wiring.now().getTime() / hourLong) + 1) * hourLong;
    this.#toAddress.set(mailbox, { mails: this.#countOf(mailbox) + one, until }, until);
  }

  /** Each claim is a command of its own: only who appended it has the mail. */
  async #claim({ mailId, uid, kind, because }: Which, context: CommandContext) {
    const now = this.#wiring.now().toISOString();
    const command = { type: 'ClaimMail', mailId, uid, kind, because, now, lease } as const;
    const own = { ...context, commandId: randomUUID() };
    const outcome = await this.#wiring.commands.execute(mail, mailId, own, command, claimMail);
    const [claimed] = outcome.events;
    if (claimed?.type === 'MailClaimed') this.#begin(claimed.data, own);
    return outcome;
  }

  #begin({ attempt, ...claimed }: MailClaimed['data'], context: CommandContext): void {
    const { signal } = this.#closing;
    const inTurn = () => this.#limit.run(() => this.#send(claimed, context), signal);
    const sending = (attempt > 1 ? this.#againLimit.run(inTurn, signal) : inTurn()).catch((reason) => {
      // Whoever claims it next tries again.
      if (!signal.aborted && !(reason instanceof Busy)) this.#wiring.tries.failed(reason);
    });
    this.#underWay.add(sending);
    void sending.finally(() => this.#underWay.delete(sending));
  }

  async #send({ until, ...which }: Which & { readonly until: string }, context: CommandContext): Promise<void> {
    const { due, readEvent, now, tries } = this.#wiring;
    // It has waited so long that another node may claim it while this one sends.
    const left = Date.parse(until) - now().getTime();
    if (left < longestTry.first) return;
    const event = await readEvent(which.because);
    const found = event && (await due.becauseOf(event)).find((one) => isFor(which, one));
    if (!found) return this.#finish(which, { was: 'past' }, context);
    // Each claim is longer than the one before, and so is its try: a server that takes its time gets a mail a few times, and not for a day.
    const patience = Math.min(Math.max(Math.floor(left / 2), longestTry.first), longestTry.most);
    if (found.mail.to.isNobody) {
      await this.#seemToSend(patience);
      return this.#finish(which, { was: 'past' }, context);
    }
    try {
      await this.#handOver(found, patience);
    } catch (reason) {
      if (!(reason instanceof MailRefused)) throw reason;
      return this.#finish(which, { was: 'refused', code: reason.code }, context);
    }
    tries.succeeded();
    await this.#finish(which, { was: 'sent' }, context);
  }

  /** @param patience milliseconds */
  async #handOver(mail: DueMail, patience: number): Promise<void> {
    const { postman, now } = this.#wiring;
    const began = now().getTime();
    try {
      await postman.send(mail, AbortSignal.any([AbortSignal.timeout(patience), this.#closed.signal]));
      this.#lastTry = { took: now().getTime() - began };
    } catch (reason) {
      this.#lastTry = reason instanceof MailRefused ? { took: now().getTime() - began } : { failed: reason };
      throw reason;
    }
  }

  /**
   * Takes as long as the last mail took, and fails as it failed, or as one that takes so long with this patience: how soon the log goes
   * on would tell that there is nobody.
   */
  async #seemToSend(patience: number): Promise<void> {
    const refused = new Busy('The mail server does not take mails.');
    if ('failed' in this.#lastTry) throw refused;
    const { took } = this.#lastTry;
    await this.#wiring.pause(Math.min(took, patience), this.#closing.signal);
    if (took > patience) throw refused;
  }

  /** Said until it is written: a mail that was sent, and of which nobody knows, is sent again. */
  async #finish(which: Which, outcome: FinishMail['outcome'], context: CommandContext): Promise<void> {
    this.#unsaid.add(which.mailId);
    try {
      await this.#sayUntilWritten(which, outcome, context);
    } finally {
      this.#unsaid.delete(which.mailId);
    }
  }

  async #sayUntilWritten({ mailId }: Which, outcome: FinishMail['outcome'], context: CommandContext): Promise<void> {
    const { commands, pause } = this.#wiring;
    const own = { ...context, commandId: derivedId('finish-mail', context.commandId) };
    for (;;) {
      try {
        return void (await commands.execute(mail, mailId, own, { type: 'FinishMail', mailId, outcome }, finishMail));
      } catch (reason) {
        if (!(reason instanceof Unavailable) || this.#closing.signal.aborted) throw reason;
        await pause(sayAgain, this.#closing.signal);
      }
    }
  }
}

function isFor({ uid, kind }: Which, { mail: { to, kind: itsKind } }: DueMail): boolean {
  return to.uid === uid && itsKind === kind;
}
