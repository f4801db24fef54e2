import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cut, diskAfterCut } from './disk-after-cut.ts';
import { recordsOf } from './trace-records.ts';

export type DiskTrace = {
  /** Where the process under test keeps its files. */
  readonly folder: string;
  /** What it must have in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** How far the record goes at this moment, in bytes: all that was done before is within that. */
  readonly reached: () => number;
  /** Makes a folder of its own with what the disk would hold after a cut; resolves to its path. */
  readonly afterCut: (cut: Cut) => string;
  /** Takes everything away. */
  readonly remove: () => void;
};

/**
 * Records what processes do to a folder's files, so that the power can be cut at any moment of it afterwards.
 * @throws Error when there is no C compiler.
 */
export function traceDisk(): DiskTrace {
  // By the names that the system itself uses, or nothing would seem to be below the folder.
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'power-cut-')));
  const [folder, file, library] = [join(place, 'disk'), join(place, 'trace'), join(place, 'disk-trace.so')];
  mkdirSync(folder);
  const source = join(import.meta.dirname, 'disk-trace.c');
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source], {
    timeout: 60_000,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`disk-trace.c could not be compiled: ${stderr}`);
  let cuts = 0;
  return {
    folder,
    environment: { LD_PRELOAD: library, TRACE_ROOT: folder, TRACE_FILE: file },
    reached: () => statSync(file).size,
    afterCut(cut) {
      const target = join(place, `after-cut-${++cuts}`);
      mkdirSync(target);
      diskAfterCut(recordsOf(readFileSync(file)), { path: folder, inode: statSync(folder).ino }, cut, target);
      return target;
    },
    remove: () => rmSync(place, { recursive: true }),
  };
}
