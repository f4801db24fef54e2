import { mkdirSync, openSync, readdirSync, rmdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import type { CommandFilter } from './command-filter.ts';
import { hashOf } from './command-index.ts';
import { spanAt, spanOf } from './command-spans.ts';
import { Snapshots } from './snapshots.ts';

describe('a snapshot', () => {
  it('is read as it was written, with the commands up to it, and written over the one before', () => {
    const { file, open } = files();
    const first = written(open(file), 0, 100);
    expect(first.snapshots.read('tool-t1 1')).toMatchObject(snapshotAt(100));
    const other = open(file);
    const read = other.read('tool-t1 1');
    const commands = read?.commands ?? { count: 0, filters: [] };
    expect(commands.count).toBe(100);
    other.write('tool-t1 1', { snapshot: { ...snapshotAt(200), commands }, begun: begun(100, 200), over: 100n });
    const again = open(file);
    const all = again.read('tool-t1 1')?.commands ?? { count: 0, filters: [] };
    for (const n of [0, 99, 100, 199]) expect(again.find('tool-t1 1', `k${n}`, all, 200n)).toBe(BigInt(n));
    for (const n of [200, 5_000]) expect(again.find('tool-t1 1', `k${n}`, all, 200n)).toBeUndefined();
    expect(again.read('tool-t2 1')).toBeUndefined();
  });

  it('is not written by who began with an older one', () => {
    const { file, open } = files();
    written(open(file), 0, 100);
    const snapshot = { ...snapshotAt(50), commands: { count: 0, filters: [] } };
    expect(open(file).write('tool-t1 1', { snapshot, begun: begun(0, 50), over: undefined })).toBe('overtaken');
    expect(open(file).read('tool-t1 1')).toMatchObject(snapshotAt(100));
  });

  it('that is gone makes nobody take an old command for a new one', () => {
    const { file, open } = files();
    const { snapshots, commands } = written(open(file), 0, 100);
    open(file).forget('tool-t1 1');
    expect(() => snapshots.find('tool-t1 1', 'k7', commands, 100n)).toThrow(Unavailable);
    expect(snapshots.read('tool-t1 1')).toBeUndefined();
  });

  it('is given up, and never misread, whichever page of its file is damaged', async () => {
    const { folder, file, open } = files();
    const { snapshots, commands } = written(open(file), 0, 3_000);
    await snapshots.close();
    const pages = statSync(file).size / 4_096;
    const damaged: string[] = [];
    for (let page = 0; page < pages; page += 3) {
      flipBitIn(file, page * 4_096 + 2_000 + page);
      const reader = new Snapshots({ file, onDiscarded: (reason) => damaged.push(reason) });
      const read = reader.read('tool-t1 1');
      if (read) {
        expect(read).toMatchObject(snapshotAt(3_000));
        expect([0, 1, 2, 2_999].map((n) => found(reader, read.commands, n))).toEqual(
          [0, 1, 2, 2_999].map((n) => expect.toBeOneOf([BigInt(n), 'unavailable'])),
        );
      }
      await reader.close();
      await written(open(file), 0, 3_000).snapshots.close();
    }
    expect(damaged.length).toBeGreaterThan(0);
    expect(readdirSync(folder)).toContain('snapshots.db.discarded');

    function found(reader: Snapshots, indexed: typeof commands, n: number) {
      try {
        return reader.find('tool-t1 1', `k${n}`, indexed, 3_000n);
      } catch (reason) {
        expect(reason).toBeInstanceOf(Unavailable);
        return 'unavailable';
      }
    }
  });

  it('is kept again as soon as that can be, after its file was damaged and none could be made', async () => {
    const { file, open } = files();
    await written(open(file), 0, 3_000).snapshots.close();
    for (let at = 4_096; at < statSync(file).size; at += 4_096) flipBitIn(file, at + 2_000);
    const snapshots = new Snapshots({ file, onDiscarded: () => mkdirSync(file) });
    onTestFinished(() => snapshots.close());
    expect(snapshots.read('tool-t1 1')).toBeUndefined();
    expect(() => written(snapshots, 0, 100)).toThrow(Unavailable);
    rmdirSync(file);
    written(snapshots, 0, 100);
    expect(snapshots.read('tool-t1 1')).toMatchObject(snapshotAt(100));
  });

  it('knows every command of very many, and looks few others up', () => {
    const { file, open } = files();
    const snapshots = open(file);
    const total = 2 * 65_536 + 1_000;
    let commands = { count: 0, filters: [] as readonly CommandFilter[] };
    for (let at = 0; at < total; at += 10_000) {
      const to = Math.min(total, at + 10_000);
      const over = at === 0 ? undefined : BigInt(at);
      const outcome = snapshots.write('many 1', {
        snapshot: { ...snapshotAt(to), commands },
        begun: begun(at, to),
        over,
      });
      if (typeof outcome === 'string') throw new Error(outcome);
      commands = outcome;
    }
    expect(commands).toMatchObject({ count: total, filters: { length: spanOf(total) + 1 } });
    const one = fc.integer({ min: 0, max: total - 1 });
    fc.assert(
      fc.property(one, (n) => snapshots.find('many 1', `k${n}`, commands, BigInt(total)) === BigInt(n)),
      { numRuns: 300 },
    );
    const others = Array.from({ length: 10_000 }, (_, n) => hashOf(`other ${n}`));
    const lookedUp = others.filter((hash) => commands.filters.some((filter) => filter.mayHave(hash)));
    expect(lookedUp.length).toBeLessThan(50);
  });
});

it('the commands of a stream are in spans, one behind the other, which take about as much as there are commands', () => {
  let end = 0;
  for (let number = 0; number < 20; number++) {
    const { from, length } = spanAt(number);
    expect(from).toBe(end);
    end = from + length;
    expect([from, end - 1].map(spanOf)).toEqual([number, number]);
    expect(end).toBeLessThanOrEqual(Math.max(256, 4 * from));
  }
});

function files() {
  const folder = temporaryFolder();
  const open = (file: string) => {
    const snapshots = new Snapshots({ file });
    onTestFinished(() => snapshots.close());
    return snapshots;
  };
  return { folder, file: join(folder, 'snapshots.db'), open };
}

const begun = (from: number, to: number) =>
  new Map(Array.from({ length: to - from }, (_, n) => [`k${from + n}`, BigInt(from + n)] as const));

const snapshotAt = (revision: number) => ({
  revision: BigInt(revision),
  event: `event ${revision}`,
  position: BigInt(revision) + 2n ** 60n,
  state: JSON.stringify({ at: revision }),
});

function written(snapshots: Snapshots, from: number, to: number) {
  const before = { count: 0, filters: [] };
  const snapshot = { ...snapshotAt(to), commands: before };
  const kept = snapshots.read('tool-t1 1');
  if (kept) return { snapshots, commands: kept.commands };
  const commands = snapshots.write('tool-t1 1', { snapshot, begun: begun(from, to), over: undefined });
  if (typeof commands === 'string') throw new Error(commands);
  return { snapshots, commands };
}

function flipBitIn(file: string, at: number): void {
  writeSync(openSync(file, 'r+'), new Uint8Array([0xa5]), 0, 1, at);
}
