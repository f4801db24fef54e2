import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { FileOnDisk } from './file-on-disk.ts';
import type { TraceRecord } from './trace-records.ts';

/** A moment at which the power is cut, and what had reached the disk by then although nobody had asked for it. */
export type Cut = {
  /** Where in the record, in bytes. */
  readonly at: number;
  /** Asked for each sector and each name that was not synced, whether it has arrived all the same. Nothing has, usually. */
  readonly hasArrived?: () => boolean;
  /** The disk lies: it never keeps what it is asked to keep. */
  readonly ignoresSyncs?: boolean;
};

type Names = Map<string, FileOnDisk | 'folder'>;
type NameChange = { readonly turn: number; readonly folder: string; readonly apply: (names: Names) => void };

/**
 * Writes into `target` what a disk holds after a power cut: of each file what it was last asked to keep (fsync), and of
 * each name (a new file, a rename, a removal) what its folder was asked to keep.
 */
export function diskAfterCut(
  records: Iterable<TraceRecord>,
  root: { readonly path: string; readonly inode: number },
  { at, hasArrived = () => false, ignoresSyncs = false }: Cut,
  target: string,
): void {
  const files = new Map<bigint, FileOnDisk>();
  const folders = new Map<bigint, string>([[BigInt(root.inode), root.path]]);
  const names: Names = new Map([[root.path, 'folder']]);
  let waiting: NameChange[] = [];
  const syncs = new Map<string, number>();
  let turn = 0;

  const named = (path: string, apply: NameChange['apply']) => waiting.push({ turn, folder: dirname(path), apply });
  const fileOf = (inode: bigint) => {
    const file = files.get(inode);
    if (!file) throw new Error(`Nothing is known of the file with inode ${inode}.`);
    return file;
  };

  function follow(record: TraceRecord): void {
    switch (record.kind) {
      case 'created': {
        const file = new FileOnDisk();
        files.set(record.inode, file);
        named(record.path, (all) => all.set(record.path, file));
        break;
      }
      case 'made':
        folders.set(record.inode, record.path);
        named(record.path, (all) => all.set(record.path, 'folder'));
        break;
      case 'linked': {
        const file = fileOf(record.inode);
        named(record.path, (all) => all.set(record.path, file));
        break;
      }
      case 'renamed':
        named(record.to, (all) => {
          const moved = all.get(record.from);
          all.delete(record.from);
          if (moved) all.set(record.to, moved);
        });
        break;
      case 'unlinked':
        named(record.path, (all) => all.delete(record.path));
        break;
      case 'written':
        fileOf(record.inode).write(turn, record.offset, record.bytes);
        break;
      case 'truncated':
        fileOf(record.inode).truncate(turn, record.size);
        break;
      case 'syncing':
        syncs.set(`${record.inode} ${record.number}`, turn);
        break;
      case 'synced':
        if (!ignoresSyncs) sync(record.inode, syncs.get(`${record.inode} ${record.number}`) ?? 0);
        break;
    }
  }

  function sync(inode: bigint, before: number): void {
    const folder = folders.get(inode);
    if (folder === undefined) {
      fileOf(inode).sync(before);
      return;
    }
    const isKept = (change: NameChange) => change.folder === folder && change.turn < before;
    for (const { apply } of waiting.filter(isKept)) apply(names);
    waiting = waiting.filter((change) => !isKept(change));
  }

  for (const record of records) {
    if (record.ends > at) break;
    turn++;
    follow(record);
  }
  // Names arrive in their order, as a file system's journal has them.
  for (const { apply } of waiting) {
    if (!hasArrived()) break;
    apply(names);
  }
  const isReachable = (path: string): boolean =>
    path === root.path || (names.get(dirname(path)) === 'folder' && isReachable(dirname(path)));
  for (const [path, what] of [...names].toSorted(([a], [b]) => a.length - b.length)) {
    if (!isReachable(path) || path === root.path) continue;
    const place = join(target, relative(root.path, path));
    if (what === 'folder') mkdirSync(place);
    else writeFileSync(place, what.afterCut(hasArrived));
  }
}
