import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { credentials, Metadata } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';
import { all, freshDouble, numbered } from './double-fixture.ts';
import { startEventStoreDouble } from './event-store-double.ts';
import { uuidFrom, uuidMessage } from './uuid-wire.ts';

describe('the double', () => {
  const at = freshDouble({ users: { admin: 'changeit' } });
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** Reads $all past the client, which can neither send credentials without TLS nor ask for structured ids. */
  function readRaw({ authorization, structured = false }: { authorization?: string; structured?: boolean }) {
    const client = new streams.StreamsClient(`127.0.0.1:${at.double.port}`, credentials.createInsecure());
    closing.push(() => client.close());
    const { Options } = messages.ReadReq;
    const uuids = new Options.UUIDOption();
    const options = new Options()
      .setAll(new Options.AllOptions().setStart(new shared.Empty()))
      .setCount('1000')
      .setNoFilter(new shared.Empty())
      .setUuidOption(structured ? uuids.setStructured(new shared.Empty()) : uuids.setString(new shared.Empty()));
    const metadata = new Metadata();
    if (authorization) metadata.set('authorization', authorization);
    return all<ReadResp>(client.read(new messages.ReadReq().setOptions(options), metadata));
  }
  const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  it('is found by gossip as the leader of a cluster of one', async () => {
    const client = at.connect(at.double.discoverUrl);
    await client.appendToStream('a', numbered(0));
    expect(await all(at.client.readStream('a'))).toHaveLength(1);
  });

  it('takes the port it is told, and fails when that is taken', async () => {
    await expect(startEventStoreDouble({ port: at.double.port })).rejects.toThrow(/EADDRINUSE|already in use|bind/i);
  });

  it('lets in who names a user with the right password, or nobody', async () => {
    expect(await readRaw({ authorization: basic('admin', 'changeit') })).not.toHaveLength(0);
    expect(await readRaw({})).not.toHaveLength(0);
  });

  it.each([basic('admin', 'wrong'), basic('nobody', 'changeit'), 'Bearer x'])(
    'turns away %s',
    async (authorization) => {
      await expect(readRaw({ authorization })).rejects.toMatchObject({ code: 16 });
    },
  );

  it('gives ids as text or as two halves, as the reader likes', async () => {
    const [event] = numbered(0);
    await at.client.appendToStream('a', event ?? []);
    // Each twice: what was sent before is sent from memory.
    for (const structured of [true, false, true, false]) {
      const last = (await readRaw({ structured })).at(-1)?.getEvent()?.getEvent()?.getId();
      expect(last?.hasStructured()).toBe(structured);
      expect(uuidFrom(last)).toBe(event?.id);
    }
  });
});

describe('an id', () => {
  it.each([
    '00000000-0000-0000-0000-000000000001',
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
  ])('%s is the same after a journey in either form', (id) => {
    expect(uuidFrom(uuidMessage(id, true))).toBe(id);
    expect(uuidFrom(uuidMessage(id))).toBe(id);
  });

  it('that is no UUID is none', () => {
    expect(uuidFrom(new shared.UUID().setString('order-1'))).toBeUndefined();
    expect(uuidFrom(undefined)).toBeUndefined();
  });
});
