import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../../../modules/kernel/encoding/canonical-json.ts';
import { isThere } from '../../runtime/files/is-there.ts';
import { makeForOwner } from '../../runtime/files/owner-of-data.ts';
import { syncDirectory } from '../../runtime/files/sync-directory.ts';
import { type OutsideSeal, outsideSeal } from '../log-sealed.ts';
import type { Outside } from './outside.ts';

/** More than two lines are long. */
const tailLength = 4_096;

export const sealsFile = (dir: string) => join(dir, 'seals.jsonl');

/** A seal as a line of such a file. */
export const lineOf = (seal: OutsideSeal) => canonicalJson(seal);

/**
 * A file of seals, a line of JSON each. Lines are only ever added.
 * @param dataDir of the shop whose seals they are: what its owner cannot write to, it cannot seal to
 */
export function outsideFile(path: string, dataDir = dirname(path)): Outside {
  return {
    name: path,
    async last() {
      // Where the tail begins is within a line, mostly.
      return existsSync(path) ? readSeals(await tailOf(path)).seals.at(-1) : undefined;
    },
    async add(seal) {
      const isNew = !existsSync(path);
      makeForOwner(path, dataDir);
      const file = await open(path, 'a+', 0o600);
      try {
        // Begun on a line of its own, also after one that was broken off.
        const begin = isNew || (await tailOf(path)).endsWith('\n') ? '' : '\n';
        await file.appendFile(`${begin}${lineOf(seal)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      if (isNew) syncDirectory(dirname(path));
    },
  };
}

/** What a file of seals holds. */
export type SealsRead = {
  readonly seals: readonly OutsideSeal[];
  /** Lines that are no seal. */
  readonly damaged: number;
  /** What the file ends with where the last line is none: a shop that ended meanwhile leaves the beginning of a seal. */
  readonly brokenOff: BrokenOff | undefined;
};

/** The beginning of a line, and which seal it would have to be: the next after the last in that file. */
export type BrokenOff = { readonly text: string; readonly number: number };

/** The seals of a file; none where there is no such file. */
export async function readSealsFile(path: string): Promise<SealsRead> {
  return readSeals(isThere(path) ? await readFile(path, 'utf8') : '');
}

/** What a shop had begun to write when it ended, it writes again on a line of its own: such a beginning is no damage. */
function readSeals(text: string): SealsRead {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const seals: OutsideSeal[] = [];
  let damaged = 0;
  let brokenOff: BrokenOff | undefined;
  for (const [index, line] of lines.entries()) {
    const seal = outsideSeal.safeParse(parsed(line));
    const next = lines[index + 1];
    if (seal.success) seals.push(seal.data);
    else if (next === undefined) brokenOff = { text: line, number: (seals.at(-1)?.number ?? -1) + 1 };
    else if (!next.startsWith(line)) damaged++;
  }
  return { seals, damaged, brokenOff };
}

async function tailOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, tailLength));
    await file.read(bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8');
  } finally {
    await file.close();
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
