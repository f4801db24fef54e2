const endOfHead = Buffer.from('\r\n\r\n');
/** The longest head that is read; Node.js itself takes no longer one. */
const longestHead = 16 * 1024;

/** Reads the answers of one connection as their bytes come: of each the status, and where it ends, and nothing else of it. */
export class AnswerBytes {
  /** Of a head that has not come whole. */
  #begun: Buffer | undefined;
  #status = 0;
  #left = 0;

  /**
   * Takes what has come.
   * @returns the status of the answer that ends with these bytes; undefined while one is under way
   * @throws Error for an answer that does not say how long it is, and for what goes on behind the end of one
   */
  take(bytes: Buffer): number | undefined {
    let body = bytes.length;
    if (this.#left === 0) {
      const whole = this.#begun ? Buffer.concat([this.#begun, bytes]) : bytes;
      const head = whole.indexOf(endOfHead);
      if (head === -1) {
        if (whole.length > longestHead) throw new Error('An answer has no end of its head.');
        this.#begun = Buffer.from(whole);
        return undefined;
      }
      this.#begun = undefined;
      this.#readHead(whole.toString('latin1', 0, head));
      body = whole.length - head - endOfHead.length;
    }
    this.#left -= body;
    if (this.#left < 0) throw new Error('Something comes behind an answer.');
    return this.#left === 0 ? this.#status : undefined;
  }

  #readHead(head: string): void {
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined && this.#status !== 204 && this.#status !== 304) {
      throw new Error('An answer does not say how long it is.');
    }
    this.#left = Number(length ?? 0);
  }
}
