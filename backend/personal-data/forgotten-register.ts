import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Forgotten } from '../../modules/people/forget-person.ts';
import { syncDirectory } from '../runtime/sync-directory.ts';

const line = z.object({ uid: z.string(), stream: z.string(), position: z.string().regex(/^\d+$/) });

/**
 * Who was forgotten: a file beside the log, and in no backup of it. A log that is put back knows these people again, and
 * this is what says that it must not. There are no names in it. Lines are only ever added, so that several processes may;
 * the last one of a uid counts.
 */
export class ForgottenRegister {
  readonly #file: string;

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'forgotten.jsonl');
  }

  /** Everybody in it, by uid. */
  all(): ReadonlyMap<string, Forgotten> {
    return new Map(this.lines().map((person) => [person.uid, person]));
  }

  /** What was written, from the first line to the last. One that was not written to its end was never acknowledged. */
  lines(): Forgotten[] {
    if (!existsSync(this.#file)) return [];
    return readFileSync(this.#file, 'utf8')
      .split('\n')
      .flatMap((text) => {
        const read = line.safeParse(parsed(text));
        return read.success ? [{ ...read.data, position: BigInt(read.data.position) }] : [];
      });
  }

  /** Adds a person, on the disk when it returns. Nothing happens when that is there already. */
  add({ uid, stream, position }: Forgotten): void {
    if (this.all().get(uid)?.position === position) return;
    const isNew = !existsSync(this.#file);
    const file = openSync(this.#file, 'a', 0o600);
    try {
      // Begun on a line of its own, also after one that was broken off.
      writeSync(file, `\n${JSON.stringify({ uid, stream, position: `${position}` })}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (isNew) syncDirectory(dirname(this.#file));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
