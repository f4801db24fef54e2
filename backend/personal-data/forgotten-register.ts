import { appendFileSync, closeSync, existsSync, fstatSync, fsyncSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Forgotten } from '../../modules/people/forget-person.ts';
import { makeForOwner } from '../runtime/files/owner-of-data.ts';
import { syncDirectory } from '../runtime/files/sync-directory.ts';

const line = z.object({ uid: z.string(), stream: z.string(), position: z.string().regex(/^\d+$/) });

/** Bytes in which every line that is written here has room. */
const roomOfALine = 1_024;

/**
 * Who was forgotten: a file beside the log, and in no backup of it. A log that is put back knows these people again, and
 * this is what says that it must not. There are no names in it. Lines are only ever added, so that several processes may;
 * the last one of a uid counts.
 */
export class ForgottenRegister {
  readonly #file: string;
  /** An index of the file: where the last line of each uid begins, in bytes. It holds of this inode, up to this many bytes. */
  #index = { inode: 0, upTo: 0, places: new Map<string, number>() };

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'forgotten.jsonl');
  }

  /** Everybody in it, by uid. */
  all(): ReadonlyMap<string, Forgotten> {
    return new Map(this.lines().map((person) => [person.uid, person]));
  }

  /** What was written, from the first line to the last. One that was not written to its end was never acknowledged. Reads all of it. */
  lines(): Forgotten[] {
    if (!existsSync(this.#file)) return [];
    const file = openSync(this.#file, 'r');
    try {
      this.#index = { inode: 0, upTo: 0, places: new Map() };
      return this.#readOn(file);
    } finally {
      closeSync(file);
    }
  }

  /**
   * The lines, from 1, of which nobody can tell any more whom they named: a log that is put back may know them again. What was broken
   * off as it was written is none of them: the end of the file, and the beginning of a later line.
   */
  lost(): { readonly file: string; readonly lines: readonly number[] } {
    const lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n') : [];
    const whole = lines.flatMap((text, index) => (forgottenIn(text) ? { text, index } : []));
    const byText = whole.toSorted((one, other) => (one.text < other.text ? -1 : 1));
    // Those that begin like a line stand beside one another: the first of them is found by halves.
    const isBrokenOff = (text: string, index: number) => {
      let [from, to] = [0, byText.length];
      while (from < to) {
        const middle = Math.floor((from + to) / 2);
        if ((byText[middle]?.text ?? '') < text) from = middle + 1;
        else to = middle;
      }
      const like = (place: number) => byText[place]?.text.startsWith(text) === true;
      for (let place = from; like(place); place++) if ((byText[place]?.index ?? 0) > index) return true;
      return index === lines.length - 1;
    };
    const isLost = (text: string, index: number) =>
      text.trim() !== '' && !forgottenIn(text) && !isBrokenOff(text, index);
    return { file: this.#file, lines: lines.flatMap((text, index) => (isLost(text, index) ? index + 1 : [])) };
  }

  /**
   * Adds a person, on the disk when it returns. Nothing happens when that is there already. Reads what was written since it was
   * read last, by whomever, and one line more: each deletion of an account comes here, and may not wait for all those before it.
   */
  add(person: Forgotten): void {
    const isNew = !existsSync(this.#file);
    makeForOwner(this.#file);
    const file = openSync(this.#file, 'a+', 0o600);
    try {
      this.#readOn(file);
      if (this.#has(file, person)) return;
      const { uid, stream, position } = person;
      // Begun on a line of its own, also after one that was broken off. A single write takes what there is room for, and does not fail.
      appendFileSync(file, `\n${JSON.stringify({ uid, stream, position: `${position}` })}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (isNew) syncDirectory(dirname(this.#file));
  }

  /** What is in the file behind what was read before; all of it, where another file came in its place. */
  #readOn(file: number): Forgotten[] {
    const { ino, size } = fstatSync(file);
    if (ino !== this.#index.inode || size < this.#index.upTo) {
      this.#index = { inode: ino, upTo: 0, places: new Map() };
    }
    const { upTo, places } = this.#index;
    const bytes = bytesAt(file, upTo, size - upTo);
    const found: Forgotten[] = [];
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf('\n', at);
      const person = forgottenIn(bytes.toString('utf8', at, end === -1 ? undefined : end));
      if (person) {
        found.push(person);
        places.set(person.uid, upTo + at);
      }
      if (end === -1) break; // Its end may be on its way: the line is read again.
      at = end + 1;
      this.#index.upTo = upTo + at;
    }
    return found;
  }

  /**
   * The file has the last word and not the index: it may have been written anew in its place. Where a line is not found that is
   * somewhere else by then, it comes a second time, which does no harm.
   */
  #has(file: number, { uid, position }: Forgotten): boolean {
    const place = this.#index.places.get(uid);
    if (place === undefined) return false;
    const [text = ''] = bytesAt(file, place, roomOfALine).toString().split('\n', 1);
    const found = forgottenIn(text);
    return found?.uid === uid && found.position === position;
  }
}

function bytesAt(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  for (let read = -1; read !== 0 && filled < length; filled += read) {
    read = readSync(file, bytes, filled, length - filled, from + filled);
  }
  return bytes.subarray(0, filled);
}

function forgottenIn(text: string): Forgotten | undefined {
  const { success, data } = line.safeParse(parsed(text));
  return success ? { ...data, position: BigInt(data.position) } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
