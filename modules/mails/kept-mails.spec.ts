import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mail } from '../kernel/mails.ts';
import { InMemoryRecords } from '../kernel/memory/in-memory-records.ts';
import { KeptMails } from './kept-mails.ts';

const mail = (but: Partial<Mail> = {}): Mail => ({
  to: { uid: 'u1' },
  kind: 'receipt',
  subject: 'Your receipt',
  paragraphs: ['Thank you.'],
  goodFor: 1,
  perHour: 3,
  ...but,
});
const address = 'mina@example.com';
const minute = 60_000;

describe('the mails of a shop that sends none', () => {
  let now: number;
  let records: InMemoryRecords;
  let forgotten: Set<string>;
  const opened = () =>
    new KeptMails({
      records,
      now: () => new Date(now),
      personal: {
        seal: async (uid, _, value) => (forgotten.has(uid) ? undefined : JSON.stringify(value)),
        open: async (uid, _, text) => (forgotten.has(uid) ? undefined : JSON.parse(text)),
        isForgotten: async (uid) => forgotten.has(uid),
      },
    });
  const idsOf = async (uid: string) => (await opened().of(uid)).map(({ id }) => id);

  beforeEach(() => {
    now = Date.parse('2026-01-02T03:04:05.000Z');
    records = new InMemoryRecords();
    forgotten = new Set();
  });

  it('are each person’s own, newest first, and there once however many nodes keep them', async () => {
    const nodes = [opened(), opened()];
    await Promise.all(nodes.map((node) => node.keep({ id: 'm1', mail: mail(), address })));
    await Promise.all(nodes.map((node) => node.keep({ id: 'm2', mail: mail(), address })));
    await opened().keep({ id: 'm3', mail: mail({ to: { uid: 'u2' } }), address: 'pari@example.com' });
    expect(await idsOf('u1')).toEqual(['m2', 'm1']);
    expect(await opened().of('u2')).toEqual([
      {
        id: 'm3',
        kind: 'receipt',
        at: '2026-01-02T03:04:05.000Z',
        to: 'pari@example.com',
        subject: 'Your receipt',
        paragraphs: ['Thank you.'],
      },
    ]);
  });

  it('are kept for a day', async () => {
    await opened().keep({ id: 'm1', mail: mail(), address });
    now += 24 * 60 * minute;
    expect(await idsOf('u1')).toEqual([]);
    await opened().clear(new AbortController().signal);
    expect(await Array.fromAsync(records.keys(''))).toEqual([]);
  });

  it('are there still when the first of a new day is kept while those of the day before are taken away', async () => {
    await opened().keep({ id: 'm1', mail: mail(), address });
    now += 24 * 60 * minute;
    const get = records.get.bind(records);
    const keep = vi.spyOn(records, 'get').mockImplementationOnce(async (key) => {
      const before = await get(key);
      await opened().keep({ id: 'm2', mail: mail(), address });
      return before;
    });
    await opened().clear(new AbortController().signal);
    expect(keep).toHaveBeenCalledWith('kept-mails:u1');
    expect(await idsOf('u1')).toEqual(['m2']);
  });

  it('are so many of a kind in an hour, and 50 of a person in all', async () => {
    for (let n = 0; n < 5; n++) await opened().keep({ id: `m${n}`, mail: mail(), address });
    expect(await idsOf('u1')).toEqual(['m2', 'm1', 'm0']);
    await opened().keep({ id: 'r1', mail: mail({ kind: 'refund' }), address });
    now += 60 * minute;
    for (let n = 0; n < 60; n++) await opened().keep({ id: `n${n}`, mail: mail({ perHour: 100 }), address });
    expect((await idsOf('u1')).length).toBe(50);
    expect((await idsOf('u1'))[0]).toBe('n59');
  });

  it('are not shown any more once somebody is forgotten whom they name, and are gone with the next that is kept', async () => {
    const added = { kind: 'admin-added', paragraphs: ['You made Mina an admin.'], names: ['u2'] };
    await opened().keep({ id: 'm1', mail: mail(), address });
    await opened().keep({ id: 'm2', mail: mail(added), address });
    await opened().keep({ id: 'm3', mail: mail({ ...added, names: ['u3', 'u4'] }), address });
    expect(await opened().of('u1')).toMatchObject([{ id: 'm3' }, { id: 'm2' }, { id: 'm1' }]);
    expect((await opened().of('u1')).filter((one) => 'names' in one)).toEqual([]);
    forgotten.add('u2');
    expect(await idsOf('u1')).toEqual(['m3', 'm1']);
    forgotten.add('u4');
    expect(await idsOf('u1')).toEqual(['m1']);
    await opened().keep({ id: 'm5', mail: mail(), address });
    expect((await records.get('kept-mails:u1'))?.value).not.toContain('Mina');
  });

  it('that a release of before kept, which says of none whom it names, are shown until they end', async () => {
    await opened().keep({ id: 'm1', mail: mail({ names: ['u2'] }), address });
    const { value = '', version = 'none' } = (await records.get('kept-mails:u1')) ?? {};
    const before = JSON.parse(value).map(({ names: _, ...one }: { names: unknown }) => one);
    await records.put('kept-mails:u1', JSON.stringify(before), version);
    forgotten.add('u2');
    expect(await idsOf('u1')).toEqual(['m1']);
  });

  it('go with the person', async () => {
    await opened().keep({ id: 'm1', mail: mail(), address });
    await opened().forget('u1');
    expect(await Array.fromAsync(records.keys(''))).toEqual([]);
    await opened().keep({ id: 'm2', mail: mail(), address });
    forgotten.add('u1');
    await opened().keep({ id: 'm3', mail: mail(), address });
    expect(await idsOf('u1')).toEqual([]);
    await opened().clear(new AbortController().signal);
    expect(await Array.fromAsync(records.keys(''))).toEqual([]);
  });
});
