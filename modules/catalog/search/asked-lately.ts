/** How many questions are remembered, at most; a power of two. */
const places = 1_024;

/**
 * Which questions were asked lately (an admission filter for a cache). Each has one place for the hash of its text, and loses it to the next that
 * has the same one: so nothing is kept of them but a number, and who remembers costs nothing to the collector of garbage. It may
 * forget, and in one of some billion cases take a question for another.
 */
export class AskedLately {
  readonly #hashes = new Uint32Array(places);

  /** Whether this was asked lately. From now on it was. */
  again(question: string): boolean {
    const hash = hashOf(question);
    const place = hash & (places - 1);
    if (this.#hashes[place] === hash) return true;
    this.#hashes[place] = hash;
    return false;
  }
}

/** FNV-1a over UTF-16. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
