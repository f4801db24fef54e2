import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { bytesIn } from '../testing/logs/kept-bytes.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { SubjectKeys } from './subject-keys.ts';
import type { WrappingKey } from './wrapped-key.ts';

const wrapping = [{ id: 'w1', key: Buffer.alloc(32, 1) }];

describe("a person's key", () => {
  it('is one, when two processes need it at the same moment', async () => {
    for (let run = 1; run <= 5; run++) {
      const { keys, other } = opened();
      const [one, two] = await Promise.all([keys.findOrCreate('u1'), other().findOrCreate('u1')]);
      expect(one).toEqual(two);
    }
  });

  it('is found by another process as soon as something was sealed with it', async () => {
    const { plain, keys, other } = opened();
    const there = other();
    // The other process is about to keep the key, too, while this one has already written with its own.
    const held = Promise.withResolvers<void>();
    const put = plain.records.put.bind(plain.records);
    vi.spyOn(plain.records, 'put').mockImplementationOnce(async (...parameters) => {
      await held.promise;
      return put(...parameters);
    });
    const late = keys.findOrCreate('u1');
    const made = await there.findOrCreate('u1');
    expect(await keys.find('u1')).toEqual(made);
    held.resolve();
    expect(await late).toEqual(made);
  });

  it('is forgotten by other processes within a minute after it was destroyed, however busy they are', async () => {
    let time = Date.parse('2026-01-02T00:00:00.000Z');
    const { keys, other } = opened(() => new Date(time));
    const there = other();
    await keys.findOrCreate('u1');
    await there.destroy('u1');
    for (let second = 1; second <= 59; second++) {
      time += 1_000;
      await keys.findOrCreate('u1');
    }
    time += 1_001;
    expect(await keys.find('u1')).toBeUndefined();
  });

  it('is on the disk no more once it was destroyed, not even wrapped', async () => {
    const { plain, keys, folder } = opened();
    await keys.findOrCreate('u1');
    const { wrapped } = JSON.parse((await plain.records.get('subject-key:u1'))?.value ?? '');
    expect(bytesIn(folder).includes(wrapped)).toBe(true);
    await keys.destroy('u1');
    expect(bytesIn(folder).includes(wrapped)).toBe(false);
  });

  it('is made and given out no more from when they are taken for forgotten, though it is not destroyed yet', async () => {
    const { plain, keys } = opened();
    await keys.findOrCreate('u1');
    for (const uid of ['u1', 'u2']) {
      keys.takeForForgotten(uid);
      expect(await keys.findOrCreate(uid)).toBeUndefined();
      expect(await keys.find(uid)).toBeUndefined();
    }
    expect(await plain.records.get('subject-key:u2')).toBeUndefined();
  });

  it('is given to nobody who has asked for it before they are taken for forgotten, nor kept for who comes after', async () => {
    const { plain, keys, other } = opened();
    await other().findOrCreate('u1');
    const held = Promise.withResolvers<void>();
    const get = plain.records.get.bind(plain.records);
    vi.spyOn(plain.records, 'get').mockImplementationOnce(async (key) => {
      const record = await get(key);
      await held.promise;
      return record;
    });
    const late = keys.findOrCreate('u1');
    await Promise.resolve();
    keys.takeForForgotten('u1');
    held.resolve();
    expect(await late).toBeUndefined();
    expect(keys.known('u1')).toBe('forgotten');
    expect(await keys.find('u1')).toBeUndefined();
  });

  it('stays forgotten where the store was away for who had asked before', async () => {
    const { plain, keys, other } = opened();
    await other().findOrCreate('u1');
    const held = Promise.withResolvers<never>();
    vi.spyOn(plain.records, 'get').mockImplementationOnce(() => held.promise);
    const late = keys.find('u1');
    keys.takeForForgotten('u1');
    held.reject(new Unavailable('The store is away.'));
    await expect(late).rejects.toThrow(Unavailable);
    expect(keys.known('u1')).toBe('forgotten');
    expect(await keys.find('u1')).toBeUndefined();
  });

  it('is looked for again by who comes next, where the store was away', async () => {
    const { plain, keys, other } = opened();
    const made = await other().findOrCreate('u1');
    vi.spyOn(plain.records, 'get').mockRejectedValueOnce(new Unavailable('The store is away.'));
    await expect(keys.find('u1')).rejects.toThrow(Unavailable);
    expect(await keys.find('u1')).toEqual(made);
  });

  it('is in the log only as its digest, and neither log nor records open anything without the wrapping key', async () => {
    const { plain, keys, folder, withWrapping } = opened();
    const made = await keys.findOrCreate('u1');
    const bytes = made?.key.export() ?? Buffer.alloc(0);
    expect((await plain.readStream('subject-key-u1')).map(({ type, data }) => ({ type, data }))).toEqual([
      {
        type: 'SubjectKeyCreated',
        data: { uid: 'u1', keyId: made?.id, digest: createHash('sha256').update(bytes).digest('hex') },
      },
    ]);
    const kept = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
    for (const written of [bytes, bytes.toString('base64'), bytes.toString('hex')]) {
      expect(kept.includes(written)).toBe(false);
    }
    expect(await withWrapping(wrapping).find('u1')).toEqual(made);
    const strangers = [{ id: 'w1', key: Buffer.alloc(32, 9) }];
    await expect(withWrapping(strangers).find('u1')).rejects.toThrow();
  });

  it('can be wrapped with another secret, and is not on the disk under the old one any more', async () => {
    const { plain, keys, folder, withWrapping } = opened();
    const made = await keys.findOrCreate('u1');
    const before = JSON.parse((await plain.records.get('subject-key:u1'))?.value ?? '').wrapped;
    await keys.findOrCreate('u2');
    await keys.destroy('u2');
    const replaced = [{ id: 'w2', key: Buffer.alloc(32, 2) }, ...wrapping];
    expect(await withWrapping(replaced).rewrap()).toBe(1);
    expect(await withWrapping(replaced).rewrap()).toBe(0);
    expect(await withWrapping(replaced.slice(0, 1)).find('u1')).toEqual(made);
    const kept = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
    expect(kept.includes(before)).toBe(false);
    // Who does not know the new secret yet says so, and takes nobody for erased.
    await expect(withWrapping(wrapping).find('u1')).rejects.toThrow(Unavailable);
    // Who is told of it meanwhile looks, and opens it.
    const told = withWrapping(wrapping, () => told.take(replaced));
    expect(await told.find('u1')).toEqual(made);
  });

  it('is not on the disk under the old secret once that was said again, though it could not be wiped the first time', async () => {
    const { plain, keys, folder } = opened();
    await keys.findOrCreate('u1');
    const before = JSON.parse((await plain.records.get('subject-key:u1'))?.value ?? '').wrapped;
    keys.take([{ id: 'w2', key: Buffer.alloc(32, 2) }, ...wrapping]);
    vi.spyOn(plain.records, 'delete').mockRejectedValueOnce(new Unavailable('The store is away.'));
    await expect(keys.rewrap()).rejects.toThrow(Unavailable);
    expect(bytesIn(folder).includes(before)).toBe(true);
    expect(await keys.rewrap()).toBe(0);
    expect(bytesIn(folder).includes(before)).toBe(false);
  });

  it('is wrapped with another secret also where what is kept of somebody else’s was altered, which is said', async () => {
    const { plain, keys } = opened();
    for (const uid of ['u1', 'u2', 'u3']) await keys.findOrCreate(uid);
    await plain.records.put('subject-key:u2', '{}', 'any');
    keys.take([{ id: 'w2', key: Buffer.alloc(32, 2) }, ...wrapping]);
    await expect(keys.rewrap()).rejects.toThrow('The key of u2 cannot be read');
    const kept = await Promise.all(['u1', 'u3'].map((uid) => plain.records.get(`subject-key:${uid}`)));
    expect(kept.map((record) => JSON.parse(record?.value ?? '').wrappedWith)).toEqual(['w2', 'w2']);
  });

  it('is wrapped with the newest secret before anything is sealed with it, though that came while it was made', async () => {
    const { plain, withWrapping } = opened();
    const replaced = [{ id: 'w2', key: Buffer.alloc(32, 2) }, ...wrapping];
    const late = withWrapping(wrapping, () => late.take(replaced));
    const made = await late.findOrCreate('u1');
    expect(JSON.parse((await plain.records.get('subject-key:u1'))?.value ?? '')).toMatchObject({ wrappedWith: 'w2' });
    expect(await withWrapping(replaced.slice(0, 1)).find('u1')).toEqual(made);
  });
});

function opened(now = () => new Date()) {
  const folder = temporaryFolder();
  const open = () => {
    const store = openSqliteEventStore({ file: join(folder, 'events.db') });
    onTestFinished(() => store.close());
    return store;
  };
  const plain = open();
  const keys = new SubjectKeys(plain, wrapping, now);
  const other = () => new SubjectKeys(open(), wrapping, now);
  const withWrapping = (known: readonly WrappingKey[], look = () => {}): SubjectKeys =>
    new SubjectKeys(open(), known, now, async () => look());
  return { plain, keys, folder, other, withWrapping };
}
