/** 2 MiB, and four probes an id: wrong about one new id in 500 when there are a million, and in 7 when there are four. */
const bits = 2 ** 24;
const probes = 4;

/**
 * The ids under which something was written since there was nothing (a Bloom filter): of one that was written it always says
 * so, of one that was not, mostly. What is surely not there need not be looked for, which is most of what a rebuild asks after.
 */
export class WrittenIds {
  #bits: Uint8Array | undefined;

  add(id: string): void {
    this.#bits ??= new Uint8Array(bits / 8);
    let [at, step] = hashesOf(id);
    for (let probe = 0; probe < probes; probe++, at += step) {
      const bit = (at >>> 0) % bits;
      this.#bits[bit >>> 3] = (this.#bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  mayHave(id: string): boolean {
    if (!this.#bits) return false;
    let [at, step] = hashesOf(id);
    for (let probe = 0; probe < probes; probe++, at += step) {
      const bit = (at >>> 0) % bits;
      if (((this.#bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }
}

/** FNV-1a, and a second hash by which to go on, odd, so that it comes to every bit (double hashing). */
function hashesOf(id: string): [at: number, step: number] {
  let [one, other] = [0x811c9dc5, 0];
  for (let index = 0; index < id.length; index++) {
    one = Math.imul(one ^ id.charCodeAt(index), 0x01000193);
    other = (Math.imul(other, 31) + id.charCodeAt(index)) | 0;
  }
  return [(one ^ (one >>> 15)) | 0, other | 1];
}
