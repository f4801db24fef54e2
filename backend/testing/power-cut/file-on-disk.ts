/** What a disk writes in one go, in bytes: of a longer write any part may have arrived. */
const sector = 512;

type Change = { readonly turn: number } & (
  | { readonly bytes: Buffer; readonly offset: number }
  | { readonly size: number; readonly bytes?: undefined }
);

/** A file as the disk has it, and what was done to it since without asking the disk to keep it. */
export class FileOnDisk {
  #bytes = Buffer.alloc(0);
  #size = 0;
  #waiting: Change[] = [];

  write(turn: number, offset: number, bytes: Buffer): void {
    this.#waiting.push({ turn, offset, bytes });
  }

  truncate(turn: number, size: number): void {
    this.#waiting.push({ turn, size });
  }

  /** What was done before a turn is kept from now on. */
  sync(before: number): void {
    for (const change of this.#waiting) if (change.turn < before) this.#apply(change);
    this.#waiting = this.#waiting.filter(({ turn }) => turn >= before);
  }

  /** What is there when the power is cut: what was kept, and each sector of what was not, if `hasArrived` says so. */
  afterCut(hasArrived: () => boolean): Buffer {
    for (const change of this.#waiting) {
      if (change.bytes) for (const part of sectorsOf(change.offset, change.bytes)) if (hasArrived()) this.#put(part);
      if (!change.bytes && hasArrived()) this.#apply(change);
    }
    this.#waiting = [];
    return this.#bytes.subarray(0, this.#size);
  }

  #apply(change: Change): void {
    if (change.bytes) this.#put(change);
    else this.#resize(change.size);
  }

  #put({ offset, bytes }: { readonly offset: number; readonly bytes: Buffer }): void {
    this.#reserve(offset + bytes.length);
    bytes.copy(this.#bytes, offset);
    this.#size = Math.max(this.#size, offset + bytes.length);
  }

  #resize(size: number): void {
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#reserve(size);
    this.#size = size;
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = Buffer.alloc(2 * size);
    this.#bytes.copy(larger);
    this.#bytes = larger;
  }
}

function* sectorsOf(offset: number, bytes: Buffer): Generator<{ offset: number; bytes: Buffer }> {
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + sector - ((offset + at) % sector));
    yield { offset: offset + at, bytes: bytes.subarray(at, end) };
    at = end;
  }
}
