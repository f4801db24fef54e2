import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { signUp } from '../testing/api-client.ts';
import { newEvent } from '../testing/counters.ts';
import { startShop } from '../testing/running-shop.ts';
import { runOperator } from '../testing/shop-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const patient = { timeout: 15_000, interval: 200 };

describe('an event that the shop cannot do with', () => {
  it('is named, tried again and skipped by an operator while the shop runs, which goes on', async () => {
    const { dataDir, open, damage, ready } = shopWithDamage();
    const shop = await open();
    const id = await damage();
    await vi.waitFor(
      async () =>
        expect(await ready(shop.origin)).toMatchObject({
          status: 'ready',
          parked: expect.arrayContaining([
            expect.objectContaining({ reader: 'reactor:release-stock', eventId: id, type: 'BookingDeleted' }),
            expect.objectContaining({ reader: expect.stringMatching(/^projection:bookings\.v\d+$/), eventId: id }),
          ]),
        }),
      patient,
    );
    expect((await signUp(shop.origin)).email).toMatch(/@/); // It still takes what comes.
    const said = await operator(dataDir, 'parked');
    expect(said).toMatch(new RegExp(`${id} parked since .*reactor:release-stock could not do with BookingDeleted of`));
    expect(await operator(dataDir, 'parked', 'retry', id)).toContain('reactor:release-stock tries again.');
    const states = async () => (await ready(shop.origin)).parked?.map(({ state }) => state) ?? [];
    await vi.waitFor(async () => expect(await states()).toContain('retry'), patient);
    await vi.waitFor(async () => expect(new Set(await states())).toEqual(new Set(['parked'])), patient);
    expect(await operator(dataDir, 'parked', 'skip', id, '--reason', 'Damaged', '--as', 'Ada')).toContain(
      'reactor:release-stock passes over it.',
    );
    await vi.waitFor(async () => expect(await ready(shop.origin)).toEqual({ status: 'ready' }), patient);
    expect(await operator(dataDir, 'parked')).toBe('Nothing is parked.\n');
    const skipped = (await operator(dataDir, 'history', '--stream', 'skipped-events')).trim().split('\n');
    expect(skipped.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        type: 'EventSkipped',
        data: expect.objectContaining({ eventId: id, reader: 'reactor:release-stock', reason: 'Damaged' }),
        meta: expect.objectContaining({ actor: { uid: 'operator:Ada', role: 'operator', name: 'Ada' } }),
      }),
    );
  });

  it('is skipped while the shop is closed, and no start meets it again', async () => {
    const { dataDir, open, damage, ready } = shopWithDamage();
    const first = await open();
    const id = await damage();
    await vi.waitFor(async () => expect((await ready(first.origin)).parked).toHaveLength(2), patient);
    await first.close();
    await operator(dataDir, 'parked', 'skip', id, '--reason', 'Damaged');
    const { origin } = await open();
    expect(await ready(origin)).toEqual({ status: 'ready' });
    expect(await operator(dataDir, 'verify')).toMatch(/are what the history makes of them/);
  });

  it('is not skipped without a reason, nor when there is none', async () => {
    const settings = { DATA_DIR: temporaryFolder() };
    const none = '00000000-0000-4000-8000-000000000000';
    const withoutReason = await runOperator(settings, 'parked', 'skip', none);
    expect(withoutReason).toMatchObject({ code: 1, stderr: expect.stringMatching(/^parked skip needs a --reason/) });
    const unknown = await runOperator(settings, 'parked', 'skip', none, '--reason', 'Why not');
    expect(unknown).toMatchObject({ code: 1, stderr: `No event ${none} is parked.\n` });
  });
});

type Ready = { status: string; parked?: { reader: string; eventId: string; state: string }[] };

/** A shop whose log somebody has written something into that is no event of the shop, but for its type. */
function shopWithDamage() {
  const dataDir = temporaryFolder();
  return {
    dataDir,
    async open() {
      const shop = await startShop({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, { passwords: quickPasswords });
      let closed: Promise<void> | undefined;
      const close = () => {
        closed ??= shop.close();
        return closed;
      };
      onTestFinished(close);
      return { ...shop, close };
    },
    async damage(): Promise<string> {
      const store = openSqliteEventStore({ file: join(dataDir, 'events.db') });
      const event = newEvent({ type: 'BookingDeleted', data: null });
      await store.append('booking-damaged', 'none', [event]);
      await store.close();
      return event.id;
    },
    ready: async (origin: string): Promise<Ready> => (await fetch(`${origin}/health/ready`)).json() as Promise<Ready>,
  };
}

async function operator(dataDir: string, ...said: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runOperator({ DATA_DIR: dataDir }, ...said);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}
