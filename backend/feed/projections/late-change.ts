import type { Change, IndexEntry } from '../../../modules/kernel/read-models.ts';

type Made = { readonly text: () => string; readonly entries: () => readonly IndexEntry[] };

/** A change of a document that is there, of which a text is made when it is asked for: not at all, if it changes again before. */
export class LateChange implements Change {
  readonly id: string;
  readonly isLate = true;
  readonly #made: Made;
  #length: number | undefined;

  constructor(id: string, made: Made) {
    this.id = id;
    this.#made = made;
  }

  get document(): string {
    const text = this.#made.text();
    this.#length = text.length;
    return text;
  }

  get entries(): readonly IndexEntry[] {
    return this.#made.entries();
  }

  /** How long its text is; undefined while none was made. */
  get length(): number | undefined {
    return this.#length;
  }
}
