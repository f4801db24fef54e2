import type { EventMeta, StoredEvent } from '../../modules/kernel/event.ts';

/** What stands between the columns of a row that is one text: no column has it, since JSON writes it as an escape. */
export const between = '\0';

/** What the row of an event does not say: why it cannot be read, or its data in the shape of today. */
export type Besides = { readonly unreadable?: string; readonly damaged?: string; readonly data?: unknown };

/**
 * An event as it came from the thread that reads the log: one text, of which each part is parsed when somebody asks for it.
 * Most projections want an event's data, few of them what else is said about it, and many events nobody wants.
 */
export class ReplayedEvent implements StoredEvent {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  readonly unreadable?: string;
  readonly damaged?: string;
  #data: unknown;
  /** The text of the data, until it is parsed. */
  #dataText: string | undefined;
  readonly #metaText: string;
  #meta: EventMeta | undefined;

  /** @param row stream, revision, id, type, data and meta, with `between` between them */
  constructor(position: number, row: string, besides: Besides | undefined) {
    const [stream = '', revision = '', id = '', type = '', data = 'null', meta = '{}'] = row.split(between);
    this.position = BigInt(position);
    this.stream = stream;
    this.revision = BigInt(revision);
    this.id = id;
    this.type = type;
    this.#dataText = data;
    this.#metaText = meta;
    if (!besides) return;
    this.#dataText = undefined;
    this.#data = besides.data;
    if (besides.unreadable !== undefined) this.unreadable = besides.unreadable;
    if (besides.damaged !== undefined) this.damaged = besides.damaged;
  }

  get data(): unknown {
    if (this.#dataText !== undefined) {
      this.#data = JSON.parse(this.#dataText);
      this.#dataText = undefined;
    }
    return this.#data;
  }

  get meta(): EventMeta {
    this.#meta ??= JSON.parse(this.#metaText) as EventMeta;
    return this.#meta;
  }
}
