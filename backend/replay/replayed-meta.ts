import type { Actor, EventMeta } from '../../modules/kernel/event.ts';

/** What the `meta` of an event begins with, when it was written as it is today. */
const beginning = /^\{"schema":(\d{1,9}),"time":"([0-9A-Za-z:.+-]*)","/;
/** So much of it is enough to tell. */
const longestBeginning = 64;

/** All that may be said about an event, so that nothing of it is missing here which may be left out there. */
type EveryField = { readonly [Field in keyof Required<EventMeta>]: EventMeta[Field] };

/** What is said about an event, which is parsed when somebody asks for more than its version and its time, as few do. */
export class ReplayedMeta implements EveryField {
  readonly #bytes: Buffer;
  readonly #begin: number;
  readonly #end: number;
  #time: string | undefined;
  #parsed: EventMeta | undefined;

  /** Where among the bytes its JSON is. */
  constructor(bytes: Buffer, begin: number, end: number) {
    this.#bytes = bytes;
    this.#begin = begin;
    this.#end = end;
  }

  get time(): string {
    this.#time ??= this.#timeAtTheBeginning() ?? this.all.time;
    return this.#time;
  }

  get schema(): number {
    return this.all.schema;
  }

  get actor(): Actor {
    return this.all.actor;
  }

  get command(): string {
    return this.all.command;
  }

  get commandId(): string {
    return this.all.commandId;
  }

  get fingerprint(): string {
    return this.all.fingerprint;
  }

  get correlationId(): string {
    return this.all.correlationId;
  }

  get causationId(): string | undefined {
    return this.all.causationId;
  }

  get reason(): string | undefined {
    return this.all.reason;
  }

  /** All of it, as an object. */
  get all(): EventMeta {
    this.#parsed ??= JSON.parse(this.#bytes.toString('utf8', this.#begin, this.#end)) as EventMeta;
    return this.#parsed;
  }

  #timeAtTheBeginning(): string | undefined {
    const end = Math.min(this.#end, this.#begin + longestBeginning);
    return beginning.exec(this.#bytes.toString('latin1', this.#begin, end))?.[2];
  }
}
