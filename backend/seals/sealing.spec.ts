import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { Conflict, Unavailable } from '../../modules/kernel/errors.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { openEventStoreDB } from '../event-store/eventstoredb.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { copyLog } from '../operator/copies/copy-log.ts';
import { SubjectKeys } from '../personal-data/subject-keys.ts';
import { seededRandom } from '../resilience-tests/kills/seeded-random.ts';
import { startEventStoreUnderTest } from '../testing/logs/event-store-under-test.ts';
import { closedAfter, happen, sealing, sealsOfFile, somebody } from '../testing/logs/sealed-log.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { auditedStore, openAuditedFile } from './audited-log.ts';
import type { Outside } from './outside/outside.ts';
import { outsideAddress } from './outside/outside-address.ts';
import { SealsElsewhere } from './sealer.ts';
import { checkedProof, inclusionProof } from './tree/proof.ts';
import { verifyLog } from './verify-log.ts';

const { random, seed } = seededRandom('SEALING_SEED');
const below = (most: number) => Math.floor(random() * most);

const sqlite = async (file = join(temporaryFolder(), 'events.db')) => closedAfter(openSqliteEventStore({ file }));

/** One server for all of these, with streams of its own for each. */
let server: ReturnType<typeof startEventStoreUnderTest> | undefined;
afterAll(async () => (await server)?.stop());

async function eventStoreDB(): Promise<EventStore> {
  server ??= startEventStoreUnderTest({ ownLog: true });
  const { address } = await server;
  return closedAfter(openEventStoreDB({ address, prefix: `sealing${crypto.randomUUID().slice(0, 8)}-` }));
}

/** As whoever audits it looks at it. */
async function verified(store: EventStore, held: Parameters<typeof verifyLog>[1]) {
  if (store.file === undefined) return verifyLog(auditedStore(store), held);
  const log = openAuditedFile(store.file);
  try {
    return await verifyLog(log, held);
  } finally {
    log.close();
  }
}

describe.each([
  ['SQLite', sqlite],
  ['EventStoreDB', eventStoreDB],
])('seals of a log in %s', (_, open: () => Promise<EventStore>) => {
  it('follow one another, are signed, and prove what they are of; what came later is said to be open', async () => {
    const [store, file] = [await open(), join(temporaryFolder(), 'seals.jsonl')];
    const { sealerOf, believed } = await sealing(file);
    await happen(store, 3);
    const first = await sealerOf(store).seal(somebody);
    expect(first).toMatchObject({ number: 0, size: 6, previous: null, key: believed[0] });
    expect(await sealerOf(store).seal(somebody)).toBeUndefined();
    await happen(store, 2);
    const second = await sealerOf(store).seal({ ...somebody, reason: 'Monthly' });
    expect(second).toMatchObject({ number: 1, size: 10, previous: expect.stringMatching(/^[\da-f]{64}$/) });
    const events = await store.readStream('seals');
    expect(events.map(({ data }) => data)).toEqual([first, second]);
    expect(events[1]?.meta).toMatchObject({ actor: somebody.actor, reason: 'Monthly' });
    const outside = await sealsOfFile(file);
    expect(outside).toMatchObject([first, second].map((seal) => ({ position: seal?.position, root: seal?.root })));
    await happen(store, 1);
    expect(await verified(store, { outside, believed })).toMatchObject({
      isWhole: true,
      proven: { size: 10, seals: 2, position: BigInt(second?.position ?? 0) },
      provenOutside: 10,
      notSealed: 2,
      wrong: [],
    });
  });

  it('cost what came since the last, and go on from its edge at another process', async () => {
    const store = await open();
    const { sealerOf, believed } = await sealing(join(temporaryFolder(), 'seals.jsonl'));
    const read: bigint[] = [];
    const counted: EventStore = {
      ...store,
      file: undefined,
      async readAll(options) {
        const batch = await store.readAll(options);
        read.push(...batch.events.map(({ position }) => position));
        return batch;
      },
    };
    await happen(store, 700);
    const first = await sealerOf(counted).seal(somebody);
    read.length = 0;
    await happen(store, 1);
    await sealerOf(counted).seal(somebody);
    expect(read.every((position) => position > BigInt(first?.position ?? 0))).toBe(true);
    expect(read).toHaveLength(3); // Two events, and the seal before.
    expect(await verified(store, { outside: [], believed })).toMatchObject({ isWhole: true, proven: { size: 1_402 } });
  });

  it('are not altered by an erasure, and prove a copy as they prove the log', async () => {
    const [store, file] = [await open(), join(temporaryFolder(), 'seals.jsonl')];
    const { sealerOf, believed } = await sealing(file);
    const keys = new SubjectKeys(store, [{ id: 'w1', key: Buffer.alloc(32, 1) }], () => new Date());
    for (const uid of ['stays', 'leaves']) await keys.findOrCreate(uid);
    await happen(store, 5);
    await sealerOf(store).seal(somebody);
    await keys.destroy('leaves');
    await sealerOf(store).seal(somebody);
    const held = { outside: await sealsOfFile(file), believed };
    expect(held.outside).toHaveLength(2);
    const whole = { isWhole: true, notSealed: 0, provenOutside: 13, difference: undefined };
    expect(await verified(store, held)).toMatchObject(whole);
    const copy = await sqlite();
    await copyLog(store, copy);
    expect(await verified(copy, held)).toMatchObject(whole);
    // The copy is sealed on, at its own positions.
    await happen(copy, 1);
    expect(await sealerOf(copy).seal(somebody)).toMatchObject({ number: 2, size: 15 });
    expect(await verified(copy, { outside: await sealsOfFile(file), believed })).toMatchObject({ isWhole: true });
  });

  it('prove an order to whoever has no log, and nothing that it is not', async () => {
    const store = await open();
    const { sealerOf } = await sealing(join(temporaryFolder(), 'seals.jsonl'));
    await happen(store, 9);
    const { events } = await store.readAll({ after: 0n, limit: 100 });
    const stream = events[4]?.stream ?? '';
    const seal = await sealerOf(store).seal(somebody);
    if (!seal) throw new RangeError('There is a seal.');
    await store.append(stream, 'any', [{ ...(events[5] as (typeof events)[0]), id: crypto.randomUUID() }]);
    const proof = JSON.parse(JSON.stringify(await inclusionProof(store, stream, seal)));
    expect(checkedProof(proof)).toMatchObject({ stream, seal, events: [{ index: 4 }, { index: 5 }] });
    expect(proof.notSealed).toHaveLength(1);
    for (const alter of [
      (made: typeof proof) => ({ ...made, seal: { ...seal, root: '0'.repeat(64) } }),
      (made: typeof proof) => ({ ...made, events: [{ ...made.events[0], index: 5 }] }),
      (made: typeof proof) => ({ ...made, events: [{ ...made.events[0], event: made.events[1].event }] }),
      (made: typeof proof) => ({ ...made, stream: 'booking-other' }),
    ]) {
      expect(() => checkedProof(alter(proof))).toThrow(
        /not what was sealed|not signed|Number 0 of booking-.* is missing/,
      );
    }
  });

  it('tell by the port of all stores alone which event was altered, removed, inserted or moved, or where it was cut', async () => {
    const [store, file] = [await open(), join(temporaryFolder(), 'seals.jsonl')];
    const { sealerOf, believed } = await sealing(file);
    await happen(store, 5);
    await sealerOf(store).seal(somebody);
    const { events } = await store.readAll({ after: 0n, limit: 100 });
    const held = { outside: await sealsOfFile(file), believed };
    const [other, fifth] = [events[1], events[4]];
    if (!other || !fifth) throw new RangeError('There are ten.');
    const mark = { stream: 'log-origin', revision: 0n, type: 'LogCopied', data: {} };
    const markOfCopy = { ...other, ...mark, id: crypto.randomUUID() };
    const tampered: [what: string, log: typeof events][] = [
      ['altered', events.with(4, { ...fifth, data: { ...(fifth.data as object), toolName: 'Feile' } })],
      ['removed', events.toSpliced(4, 1)],
      ['inserted', events.toSpliced(4, 0, { ...other, id: crypto.randomUUID(), position: fifth.position })],
      ['moved', events.with(4, { ...other, position: fifth.position }).with(1, { ...fifth, position: other.position })],
      ['inserted', events.toSpliced(4, 0, { ...markOfCopy, position: fifth.position })],
      ['cut', events.slice(0, 4)],
    ];
    for (const [what, log] of tampered) {
      const page = { events: log, position: events.at(-1)?.position ?? 0n, caughtUp: true };
      const found = await verifyLog(auditedStore({ ...store, readAll: async () => page }), held);
      const { position } = what === 'moved' ? other : fifth;
      expect(found).toMatchObject({ isWhole: false, difference: { what, position } });
    }
  });

  it('are made by one of several processes', async () => {
    const [store, file] = [await open(), join(temporaryFolder(), 'seals.jsonl')];
    const { sealerOf, believed } = await sealing(file);
    await happen(store, 4);
    const tries = await Promise.allSettled([1, 2, 3].map(() => sealerOf(store).seal(somebody)));
    const refused = tries.filter((each) => each.status === 'rejected');
    expect(tries.filter((each) => each.status === 'fulfilled' && each.value !== undefined)).toHaveLength(1);
    expect(refused.every(({ reason }) => reason instanceof SealsElsewhere)).toBe(true);
    expect(await store.readStream('seals')).toHaveLength(1);
    expect(await verified(store, { outside: await sealsOfFile(file), believed })).toMatchObject({ isWhole: true });
  });
});

describe('a log that nobody touched', () => {
  it(`raises no alarm, 100 times, whatever was sealed when (SEALING_SEED=${seed})`, async () => {
    const folder = temporaryFolder();
    for (let log = 0; log < 10; log++) {
      const [file, outside] = [join(folder, `${log}.db`), join(folder, `${log}.jsonl`)];
      const { sealerOf, believed } = await sealing(outside);
      let store = openSqliteEventStore({ file });
      const keys = () => new SubjectKeys(store, [{ id: 'w1', key: Buffer.alloc(32, 1) }], () => new Date());
      // Each as it is after each step: a hundred logs, and of each its own beginning.
      for (let step = 0; step < 10; step++) {
        await happen(store, below(4));
        if (random() < 0.3) await keys().findOrCreate(`u${step}`);
        if (random() < 0.3) await keys().destroy(`u${step - 1}`);
        if (random() < 0.6) await sealerOf(store).seal(somebody);
        if (random() < 0.1) {
          await store.close();
          store = openSqliteEventStore({ file });
        }
        const found = await verified(store, { outside: await sealsOfFile(outside), believed });
        expect(found, `log ${log}, step ${step}`).toMatchObject({ isWhole: true, wrong: [], difference: undefined });
      }
      await store.close();
    }
  });
});

describe('without a seal from outside', () => {
  it('a tail that was cut together with its seals cannot be seen; with one it is', async () => {
    const [store, file] = [await sqlite(), join(temporaryFolder(), 'seals.jsonl')];
    const { sealerOf, believed } = await sealing(file);
    await happen(store, 2);
    await sealerOf(store).seal(somebody);
    const cut = await sqlite();
    await copyLog(store, cut);
    await happen(store, 2);
    await sealerOf(store).seal(somebody);
    expect(await verified(cut, { outside: [], believed })).toMatchObject({ isWhole: true, provenOutside: 0 });
    const found = await verified(cut, { outside: await sealsOfFile(file), believed });
    expect(found).toMatchObject({ isWhole: false, proven: { size: 4 }, wrong: [expect.stringMatching(/was removed/)] });
  });

  it('seals by another key are found out, and nothing is sealed over seals that are gone', async () => {
    const [store, file] = [await sqlite(), join(temporaryFolder(), 'seals.jsonl')];
    const [ours, theirs] = [await sealing(file), await sealing(join(temporaryFolder(), 'theirs.jsonl'))];
    await happen(store, 2);
    await theirs.sealerOf(store).seal(somebody);
    const { wrong } = await verified(store, { outside: [], believed: ours.believed });
    expect(wrong).toEqual([expect.stringMatching(/^Seal 0 in the log is signed by a key that is not this shop's/)]);
    await store.deleteStream('seals');
    await happen(store, 1);
    await expect(theirs.sealerOf(store).seal(somebody)).rejects.toThrow(Conflict);
  });
});

describe('a place outside', () => {
  it('that is an address is sent each seal, and what it missed as soon as it is back', async () => {
    const store = await sqlite();
    const { sealerOf } = await sealing(join(temporaryFolder(), 'seals.jsonl'));
    const heard: { authorization?: string | undefined; seal: unknown }[] = [];
    let status = 503;
    const server = createServer(async (request, response) => {
      const body = (await request.toArray()).join('');
      if (status === 204) heard.push({ authorization: request.headers.authorization, seal: JSON.parse(body) });
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const outside: Outside[] = [outsideAddress(`http://me:secret@127.0.0.1:${port}/seals`, store.records)];
    await happen(store, 1);
    await expect(sealerOf(store, outside).seal(somebody)).rejects.toThrow(Unavailable);
    status = 204;
    await happen(store, 1);
    await sealerOf(store, outside).seal(somebody);
    expect(heard).toMatchObject([{ seal: { number: 0, size: 2 } }, { seal: { number: 1, size: 4 } }]);
    expect(heard[0]?.authorization).toBe(`Basic ${Buffer.from('me:secret').toString('base64')}`);
  });
});
