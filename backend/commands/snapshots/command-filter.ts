/**
 * 16 bits and 11 probes a command: a full filter is wrong about one new command in 2,000.
 * https://en.wikipedia.org/wiki/Bloom_filter
 */
const bytesACommand = 2;
const probes = 11;

/**
 * A Bloom filter: which commands are surely new. Of one that was added it always says that it may be there; of one that
 * was not, mostly that it is surely not.
 */
export class CommandFilter {
  /** All of it: two bytes for each command that it is for. */
  readonly bytes: Uint8Array;
  readonly #bits: number;

  /** @param commands how many it is for: with more, it would often take a new command for one that was carried out */
  constructor(commands: number, bytes: Uint8Array = new Uint8Array(commands * bytesACommand)) {
    const length = commands * bytesACommand;
    if (bytes.length !== length) throw new RangeError(`A filter has ${length} bytes, not ${bytes.length}.`);
    this.bytes = bytes;
    this.#bits = 8 * length;
  }

  /** @param hash at least eight bytes, evenly spread */
  add(hash: Buffer): void {
    const step = stepOf(hash);
    let at = hash.readUInt32LE(0);
    for (let probe = 0; probe < probes; probe++, at = (at + step) >>> 0) {
      const bit = at % this.#bits;
      this.bytes[bit >>> 3] = (this.bytes[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  mayHave(hash: Buffer): boolean {
    const step = stepOf(hash);
    let at = hash.readUInt32LE(0);
    for (let probe = 0; probe < probes; probe++, at = (at + step) >>> 0) {
      const bit = at % this.#bits;
      if (((this.bytes[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }
}

/** Double hashing: two hashes do for any number. Odd, so that it comes to every bit. https://doi.org/10.1002/rsa.20208 */
const stepOf = (hash: Buffer): number => hash.readUInt32LE(4) | 1;
