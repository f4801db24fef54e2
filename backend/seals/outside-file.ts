import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../../modules/kernel/canonical-json.ts';
import { syncDirectory } from '../runtime/sync-directory.ts';
import { type OutsideSeal, outsideSeal } from './log-sealed.ts';
import type { Outside } from './outside.ts';

/** More than two lines are long. */
const tailLength = 4_096;

export const sealsFile = (dir: string) => join(dir, 'seals.jsonl');

/** A file of seals, a line of JSON each. Lines are only ever added. */
export function outsideFile(path: string): Outside {
  return {
    name: path,
    async last() {
      return existsSync(path) ? sealsIn(await tailOf(path)).at(-1) : undefined;
    },
    async add(seal) {
      const isNew = !existsSync(path);
      const file = await open(path, 'a+', 0o600);
      try {
        // Begun on a line of its own, also after one that was broken off.
        const begin = isNew || (await tailOf(path)).endsWith('\n') ? '' : '\n';
        await file.appendFile(`${begin}${canonicalJson(seal)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      if (isNew) syncDirectory(dirname(path));
    },
  };
}

/** The seals of a file; none where there is no such file. */
export async function sealsOfFile(path: string): Promise<OutsideSeal[]> {
  return existsSync(path) ? sealsIn(await readFile(path, 'utf8')) : [];
}

/** What is no seal, such as a line that was broken off, is passed over. */
function sealsIn(text: string): OutsideSeal[] {
  return text.split('\n').flatMap((line) => {
    const seal = outsideSeal.safeParse(parsed(line));
    return seal.success ? [seal.data] : [];
  });
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
