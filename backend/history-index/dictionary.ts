import { hashOf } from './hash.ts';
import type { Statements } from './history-file.ts';

/** So many names are remembered of each kind; then it begins again with none, which costs less than to know the oldest. */
const remembered = 10_000;

/** Numbers in the place of names. What was looked up of late is not looked up again. */
export class Dictionary {
  readonly #statements: Statements;
  readonly #streams = new Map<string, number>();
  readonly #names = new Map<number, string>();
  readonly #types = new Map<string, number>();
  readonly #actors = new Map<string, number>();
  #correlation = { text: '', hash: 0 };

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  stream(name: string): number | undefined {
    return this.#streams.get(name) ?? this.#lookUp(name, hashOf(name));
  }

  streamOrNew(name: string): number {
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    const hash = hashOf(name);
    const found = this.#lookUp(name, hash);
    if (found !== undefined) return found;
    return remember(this.#streams, name, Number(this.#statements.addStream.run(hash, name).lastInsertRowid));
  }

  nameOf(stream: number): string {
    return this.#names.get(stream) ?? remember(this.#names, stream, String(this.#statements.nameOf.get(stream)?.name));
  }

  /** Types and actors are in one list, apart by what is written before them. */
  word(kind: 'type' | 'actor', text: string): number | undefined {
    const words = kind === 'type' ? this.#types : this.#actors;
    const known = words.get(text);
    if (known !== undefined) return known;
    const row = this.#statements.wordBy.get(hashOf(`${kind} ${text}`));
    return row && remember(words, text, Number(row.id));
  }

  wordOrNew(kind: 'type' | 'actor', text: string): number {
    const known = this.word(kind, text);
    if (known !== undefined) return known;
    const { lastInsertRowid } = this.#statements.addWord.run(hashOf(`${kind} ${text}`));
    return remember(kind === 'type' ? this.#types : this.#actors, text, Number(lastInsertRowid));
  }

  /** What comes of one request mostly stands together. */
  correlation(text: string): number {
    if (this.#correlation.text !== text) this.#correlation = { text, hash: hashOf(text) };
    return this.#correlation.hash;
  }

  /** Numbers that were given out in a transaction that came to nothing, or by another file, mean something else. */
  forget(): void {
    for (const known of [this.#streams, this.#names, this.#types, this.#actors]) known.clear();
  }

  #lookUp(name: string, hash: number): number | undefined {
    const row = this.#statements.streamBy.get(hash, name);
    return row && remember(this.#streams, name, Number(row.id));
  }
}

function remember<Key, Value>(known: Map<Key, Value>, key: Key, value: Value): Value {
  if (known.size >= remembered) known.clear();
  known.set(key, value);
  return value;
}
