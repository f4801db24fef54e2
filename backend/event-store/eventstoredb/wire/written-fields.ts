/** How many bytes a number takes as a varint. */
export function sizeOfVarint(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size += 1;
  return size;
}

/** How many bytes a field of so many bytes takes with its tag, of a number below 16, and its length. */
export const sizeOfField = (length: number): number => 1 + sizeOfVarint(length) + length;

/**
 * Writes a message of Protocol Buffers field by field, into room of just its size; the counterpart of Fields. Tags are those of
 * fields with numbers below 16.
 */
export class WrittenFields {
  readonly bytes: Buffer;
  #at = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  /** The tag of a field, and a number: its value, or its length, when its own fields come next. */
  field(tag: number, value: number): this {
    this.bytes[this.#at++] = tag;
    return this.#varint(value);
  }

  text(tag: number, text: string, length: number): this {
    this.field(tag, length);
    this.#at += this.bytes.write(text, this.#at, length, 'utf8');
    return this;
  }

  #varint(value: number): this {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.bytes[this.#at++] = (rest % 0x80) | 0x80;
    this.bytes[this.#at++] = rest;
    return this;
  }
}
