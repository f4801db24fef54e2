import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { newEvent } from '../testing/deciding/new-event.ts';
import { openTold, reservations, type Told } from '../testing/logs/told-log.ts';
import { ownTime } from '../testing/measuring/own-time.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { HistoryIndexFile } from './history-index-file.ts';

async function expectWhole(shop: Told) {
  const log = (await shop.inLog()).map(({ position, stream, revision }) => ({ position, stream, revision }));
  expect(await shop.indexed()).toEqual(log.toReversed());
}

describe('the history of a log', () => {
  it('goes on where it was when its process ended, at whichever moment', async () => {
    const folder = temporaryFolder();
    for (let round = 0; round < 4; round++) {
      const shop = await openTold(folder);
      await shop.append('tool-t1', reservations(2_100));
      if (round % 2 === 0) await expectWhole(shop);
      await shop.close();
    }
    await expectWhole(await openTold(folder));
  });

  it('has what two processes write, that follow the log beside each other', async () => {
    const folder = temporaryFolder();
    const both = [await openTold(folder), await openTold(folder)] as const;
    await Promise.all(both.map((shop, index) => shop.append(`tool-t${index}`, reservations(3_000))));
    for (const shop of both) await expectWhole(shop);
  });

  it('is made again of another log, of one that has lost its end, and where it was deleted', async () => {
    const folder = temporaryFolder();
    const first = await openTold(folder);
    await first.append('tool-t1', reservations(4_200));
    await expectWhole(first);
    await first.close();
    const aside = join(folder, 'aside.db');
    new DatabaseSync(join(folder, 'events.db')).prepare('VACUUM INTO ?').run(aside);
    const longer = await openTold(folder);
    await longer.append('tool-t2', reservations(4_200));
    await expectWhole(longer);
    await longer.close();
    restore(folder, aside);
    const restored = await openTold(folder);
    await restored.append('booking-b1', reservations(4_200));
    await expectWhole(restored);
    await restored.close();
    restore(folder, aside);
    // Gone on before anybody looks: as many events as there had been, at the same places.
    const goneOn = openSqliteEventStore({ file: join(folder, 'events.db') });
    const later = reservations(4_200).map((event) => newEvent(event));
    for (let from = 0; from < later.length; from += 200)
      await goneOn.append('booking-b1', 'any', later.slice(from, from + 200));
    await goneOn.close();
    const known = await openTold(folder);
    await expectWhole(known);
    const [last] = (await known.inLog()).slice(-300);
    expect(await known.feed.find(last?.id ?? '')).toMatchObject([{ position: last?.position }]);
    await known.close();
    deleteIndex(folder);
    const deleted = await openTold(folder);
    await expectWhole(deleted);
    await deleted.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `events.db${suffix}`), { force: true });
    const other = await openTold(folder);
    await other.append('tool-t9', reservations(4_300));
    await expectWhole(other);
  });

  it('is whole or said not to be where it was deleted while two processes had it open', async () => {
    const folder = temporaryFolder();
    const both = [await openTold(folder), await openTold(folder)] as const;
    await both[0].append('tool-t1', reservations(4_200));
    for (const shop of both) await expectWhole(shop);
    deleteIndex(folder);
    for (const shop of both) await expectWhole(shop);
    for (const shop of both) await shop.close();
    expect(new HistoryIndexFile({ file: join(folder, 'history.db') }).progress.log).not.toBe('');
  });

  it('says how far it is until it is made again', async () => {
    const shop = await openTold(temporaryFolder());
    await shop.append('tool-t1', reservations(1_200));
    await expectWhole(shop);
    const readAll = vi.spyOn(shop.store, 'readAll').mockRejectedValue(new Unavailable('It is away.'));
    deleteIndex(shop.folder);
    // At once: each waits for two seconds, and the longer it fails the later it is tried again.
    const asOf = shop.asOf('tool-t1', 3n);
    const refused = expect(asOf).rejects.toThrow('The history is being indexed, and is so as of position 0 by now.');
    expect(await shop.feed.fresh()).toMatchObject({ reached: 0n, isWhole: false });
    await refused;
    readAll.mockRestore();
    await expect.poll(async () => (await shop.feed.fresh()).isWhole).toBe(true);
    await expectWhole(shop);
  });

  it('catches up once whoever keeps it from being written is gone, and keeps nobody who appends waiting', async () => {
    const folder = temporaryFolder();
    const shop = await openTold(folder);
    await expectWhole(shop);
    const other = new DatabaseSync(join(folder, 'history.db'));
    other.exec('BEGIN IMMEDIATE');
    await shop.append('tool-t1', reservations(4_400));
    expect((await shop.feed.fresh()).isWhole).toBe(false);
    other.exec('ROLLBACK');
    other.close();
    await expect.poll(async () => (await shop.feed.fresh()).isWhole).toBe(true);
    await expectWhole(shop);
  });

  it('misses nothing where the node of a cluster that names the end is ahead of the one that gives what comes before', async () => {
    const shop = await openTold(temporaryFolder());
    await shop.append('tool-a', reservations(1));
    await expectWhole(shop);
    const upTo = await shop.store.head();
    const { readAll, head } = shop.store;
    let asked = 0;
    // The next to be asked for the end has all of it; whoever is asked after that has not yet.
    shop.store.head = async () => (asked++ === 0 ? head() : upTo);
    shop.store.readAll = async (query) => {
      const { events } = await readAll(query);
      const there = events.filter(({ position }) => position <= upTo);
      return { events: there, position: there.at(-1)?.position ?? query.after, caughtUp: true };
    };
    await shop.append('tool-a', reservations(2, 1));
    const seen = shop.feed.fresh();
    await expect.poll(() => asked).toBeGreaterThan(1);
    expect(shop.feed.reached).toBe(upTo);
    Object.assign(shop.store, { readAll, head });
    await seen;
    await expectWhole(shop);
  });

  it('says what is wrong where the log is damaged, at once, and to whoever asks for the history', async () => {
    const folder = temporaryFolder();
    const shop = await openTold(folder);
    await shop.append('tool-t1', reservations(1_200)); // At an opening only the last events are looked at.
    await expectWhole(shop);
    await shop.close();
    rmSync(join(folder, 'history.db'));
    const log = new DatabaseSync(join(folder, 'events.db'));
    log.exec("UPDATE events SET data = '{}' WHERE position = 7");
    log.close();
    const again = await openTold(folder);
    const wrong = expect.stringContaining('the event at position 7 is damaged');
    await expect.poll(async () => (await again.feed.fresh()).wrong).toEqual(wrong);
    const took = ownTime();
    expect(await again.feed.fresh()).toEqual({ reached: 0n, isWhole: false, wrong });
    expect(took()).toBeLessThan(1_000);
    await expect(again.asOf('tool-t1', 3n)).rejects.toThrow(
      /cannot be indexed after position 0: .*position 7 is damaged/,
    );
  });
});

function deleteIndex(folder: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `history.db${suffix}`), { force: true });
}

function restore(folder: string, from: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `events.db${suffix}`), { force: true });
  copyFileSync(from, join(folder, 'events.db'));
}
