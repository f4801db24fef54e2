/**
 * Goes through a message of Protocol Buffers field by field (https://protobuf.dev/programming-guides/encoding), without making
 * objects of it first: a log is read by the hundred thousand events. A tag is the field's number times eight, and its wire
 * type.
 */
export class Fields {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get end(): number {
    return this.#bytes.length;
  }

  /** The tag of the next field before `end`; 0 when there is none. */
  next(end: number): number {
    return this.#at < end ? this.varint() : 0;
  }

  /** Exact up to 2^53. */
  varint(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at++] ?? 0;
    let value = byte & 0x7f;
    for (let scale = 0x80; byte >= 0x80; scale *= 0x80) {
      byte = bytes[this.#at++] ?? 0;
      value += (byte & 0x7f) * scale;
    }
    return value;
  }

  /** Exact up to 2^64. */
  big(): bigint {
    const from = this.#at;
    const value = this.varint();
    if (value <= Number.MAX_SAFE_INTEGER) return BigInt(value);
    let exact = 0n;
    for (let at = this.#at - 1; at >= from; at -= 1) exact = (exact << 7n) | BigInt((this.#bytes[at] ?? 0) & 0x7f);
    return exact;
  }

  /** The end of the message that is this field: its own fields come next. */
  message(): number {
    const length = this.varint();
    return this.#at + length;
  }

  text(): string {
    const end = this.message();
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end;
    return text;
  }

  /** Leaves out the field of a tag, or what is left of the message that ends there. */
  skip(tag: number): void {
    const type = tag & 7;
    if (type === 0) this.varint();
    else if (type === 1) this.#at += 8;
    else if (type === 2) this.leave(this.message());
    else if (type === 5) this.#at += 4;
    else throw new TypeError(`A field of wire type ${type} was not expected.`);
  }

  leave(end: number): void {
    this.#at = end;
  }
}
