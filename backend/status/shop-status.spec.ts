import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { system } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { promoted, rebuilt } from '../builds/build-state.ts';
import { Builds } from '../builds/builds.ts';
import { record } from '../operator/log/acts.ts';
import { byOperator } from '../operator/log/operator-actor.ts';
import { sealStream } from '../seals/log-sealed.ts';
import { newEvent } from '../testing/deciding/new-event.ts';
import { happen, sealing, somebody } from '../testing/logs/sealed-log.ts';
import { openedStores } from '../testing/opened-stores.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { ShopStatus } from './shop-status.ts';

describe('the status of a shop', () => {
  it('says what it knows while a store is away, and null for the rest', async () => {
    const { status, store } = shop();
    vi.spyOn(store, 'head').mockRejectedValue(new Unavailable('away'));
    vi.spyOn(store, 'readStream').mockRejectedValue(new Unavailable('away'));
    vi.spyOn(store.records, 'get').mockRejectedValue(new Unavailable('away'));
    expect(await status()).toMatchObject({
      position: null,
      nodes: null,
      stores: [
        { store: 'events', answers: false },
        { store: 'read models', answers: true },
      ],
      projections: [
        { projection: 'tools', lag: null, state: 'behind', build: null },
        { projection: 'books' },
        { projection: 'users' },
      ],
      parked: { parked: 1, waiting: 0, retry: 0 },
      seals: null,
      backups: null,
    });
  });

  it('waits for no store that answers nothing', async () => {
    const { status, readModels } = shop();
    vi.spyOn(readModels, 'projections').mockReturnValue(new Promise(() => {}));
    const [, models] = (await status()).stores;
    expect(models).toMatchObject({ store: 'read models', answers: false });
    expect(models?.milliseconds).toBeGreaterThan(1_500);
  });

  it('says how far behind each projection is, and why one stands still', async () => {
    const { status, standing, stopped } = shop();
    standing.end = 12n;
    standing.projections = [
      { projection: 'tools', position: 12n },
      { projection: 'books', position: 7n },
    ];
    stopped.push({ projection: 'books', reason: 'Error: 13', byParked: true });
    expect((await status()).projections).toEqual([
      { projection: 'tools', version: 3, position: '12', lag: 0, state: 'live', reason: null, build: 1, kept: [] },
      {
        projection: 'books',
        version: 1,
        position: '7',
        lag: 5,
        state: 'stopped',
        reason: 'Error: 13',
        build: 1,
        kept: [],
      },
      { projection: 'users', version: 4, position: '0', lag: 12, state: 'preparing', reason: null, build: 1, kept: [] },
    ]);
  });

  it('says which build of a projection is shown, and which may be gone to', async () => {
    const { status, store } = shop();
    const builds = new Builds(store);
    const tools = { name: 'tools', version: 3 };
    const by = byOperator({ uid: 'operator:Ada', role: 'operator', name: 'Ada' });
    const now = new Date('2030-01-01T00:00:00Z');
    const made = { build: 2, position: 7n };
    await builds.decide(tools, (state) => rebuilt(tools, state, made), 'RebuildProjection', by, now);
    const of = async () => (await status()).projections[0];
    expect(await of()).toMatchObject({ build: 1, kept: [{ build: 2, state: 'may be promoted' }] });
    await builds.decide(tools, (state) => promoted(tools, state), 'PromoteProjection', by, now);
    const since = now.toISOString();
    expect(await of()).toMatchObject({ build: 2, kept: [{ build: 1, state: 'before', since }] });
  });

  it('names the last backup and who made it', async () => {
    const { status, store } = shop();
    expect((await status()).backups).toEqual({ last: null, isElsewhere: false });
    const ada = byOperator({ uid: 'operator:Ada', role: 'operator', name: 'Ada' });
    for (const position of ['7', '9']) {
      await record(store, { type: 'BackupMade', data: { position, bytes: 1_024 } }, 'Backup', ada);
    }
    await record(store, { type: 'RetryWanted', data: { eventId: 'e1', readers: [] } }, 'RetryParked', ada);
    const last = { at: expect.any(String), position: '9', bytes: 1_024, by: 'Ada' };
    expect((await status()).backups).toEqual({ last, isElsewhere: false });
  });

  it('says since when the next seal is due, once the last is old, and not while nothing has happened since', async () => {
    const { status, store } = shop();
    const { sealerOf } = await sealing(join(temporaryFolder(), 'seals.jsonl'));
    const seal = (at: string) => sealerOf(store, [], () => new Date(at)).seal(somebody);
    const shown = async () => (await status()).seals;
    await happen(store, 1);
    await seal('2029-12-01T00:00:00.000Z');
    expect(await shown()).toMatchObject({ last: { number: 0 }, dueSince: null });
    const event = newEvent({ type: 'ToolAdded', data: {} });
    const time = '2029-12-24T18:00:00.000000Z';
    await store.append('tool-1', 'none', [{ ...event, meta: { ...event.meta, time } }]);
    await happen(store, 1);
    expect(await shown()).toMatchObject({ last: { number: 0 }, dueSince: time });
    await seal('2029-12-31T23:30:00.000Z');
    await happen(store, 1);
    expect(await shown()).toMatchObject({ last: { number: 1 }, dueSince: null });
  });

  it('says why nobody seals', async () => {
    const { status, store } = shop();
    const meta = { schema: 1, time: '2030-01-01T00:00:00.000Z', actor: system, command: 'x', commandId: 'c' };
    const strange = { type: 'Strange', data: {}, id: 'e1', meta: { ...meta, fingerprint: 'f', correlationId: 'c' } };
    await store.append(sealStream, 'none', [strange]);
    expect((await status()).seals).toEqual({
      last: null,
      every: 3_600,
      dueSince: null,
      alarm: expect.stringContaining('Run: npm run operator -- audit verify'),
    });
  });
});

it('says beside the last seal why the node that answers makes no more', async () => {
  const { status, store, sealing: ofNode } = shop();
  const { sealerOf } = await sealing(join(temporaryFolder(), 'seals.jsonl'));
  await happen(store, 1);
  await sealerOf(store, []).seal(somebody);
  ofNode.alarm = 'The key is missing.';
  expect((await status()).seals).toMatchObject({ last: { number: 0 }, alarm: 'The key is missing.' });
});

function shop() {
  const { store, readModels } = openedStores();
  const standing: {
    end: bigint | undefined;
    projections: { projection: string; position: bigint }[];
    reactors: { reactor: string; position: bigint; outstanding: number }[];
  } = { end: undefined, projections: [{ projection: 'tools', position: 0n }], reactors: [] };
  const stopped: { projection: string; reason: string; byParked: boolean }[] = [];
  const sealing: { alarm: string | undefined } = { alarm: undefined };
  const presence = {
    async all() {
      await store.records.get('nodes');
      return [];
    },
  };
  return {
    store: store as EventStore,
    readModels,
    standing,
    stopped,
    sealing,
    // Each time anew: one answer is good for a second.
    status: () =>
      new ShopStatus({
        store,
        readModels,
        feed: { standing, stopped, parked: [parkedEntry] },
        presence,
        projections: [
          { name: 'tools', version: 3, storedAs: 'tools.v3' },
          { name: 'books', version: 1, storedAs: 'books.v1' },
          { name: 'users', version: 4, storedAs: 'users.v4' },
        ],
        preparing: () => ['users.v4'],
        indexed: () => undefined,
        kinds: { events: 'SQLite', readModels: 'SQLite' },
        sealEvery: 3_600_000,
        sealAlarm: () => sealing.alarm,
        now: () => new Date('2030-01-01T00:00:00Z'),
      }).now(),
  };
}

const parkedEntry = {
  reader: 'reactor:a',
  eventId: 'e1',
  type: 'Counted',
  stream: 'counter-a',
  revision: '0',
  position: '1',
  error: 'Error: no',
  since: '2030-01-01T00:00:00.000Z',
  state: 'parked',
  stops: false,
} as const;
