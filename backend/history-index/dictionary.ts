import { LRUCache } from 'lru-cache';
import { hashOf } from './hash.ts';
import type { Statements } from './history-file.ts';

const remembered = 10_000;

/** Numbers in the place of names. What was looked up of late is not looked up again. */
export class Dictionary {
  readonly #statements: Statements;
  readonly #streams = new LRUCache<string, number>({ max: remembered });
  readonly #names = new LRUCache<number, string>({ max: remembered });
  readonly #words = new LRUCache<string, number>({ max: remembered });

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  stream(name: string): number | undefined {
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    const row = this.#statements.streamBy.get(hashOf(name), name);
    return row && remember(this.#streams, name, Number(row.id));
  }

  streamOrNew(name: string): number {
    const known = this.stream(name);
    if (known !== undefined) return known;
    return remember(this.#streams, name, Number(this.#statements.addStream.run(hashOf(name), name).lastInsertRowid));
  }

  nameOf(stream: number): string {
    const known = this.#names.get(stream);
    if (known !== undefined) return known;
    return remember(this.#names, stream, String(this.#statements.nameOf.get(stream)?.name));
  }

  /** Types and actors are in one list, apart by what is written before them. */
  word(kind: 'type' | 'actor', text: string): number | undefined {
    const name = `${kind} ${text}`;
    const known = this.#words.get(name);
    if (known !== undefined) return known;
    const row = this.#statements.wordBy.get(hashOf(name));
    return row && remember(this.#words, name, Number(row.id));
  }

  wordOrNew(kind: 'type' | 'actor', text: string): number {
    const known = this.word(kind, text);
    if (known !== undefined) return known;
    const name = `${kind} ${text}`;
    return remember(this.#words, name, Number(this.#statements.addWord.run(hashOf(name)).lastInsertRowid));
  }

  /** Numbers that were given out in a transaction that came to nothing, or by another file, mean something else. */
  forget(): void {
    this.#streams.clear();
    this.#names.clear();
    this.#words.clear();
  }
}

function remember<Key extends {}, Value extends {}>(cache: LRUCache<Key, Value>, key: Key, value: Value): Value {
  cache.set(key, value);
  return value;
}
