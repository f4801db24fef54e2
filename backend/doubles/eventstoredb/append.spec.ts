import { randomUUID } from 'node:crypto';
import {
  binaryEvent,
  DeadlineExceededError,
  jsonEvent,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { credentials, status } from '@grpc/grpc-js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { all, freshDouble, numbered } from './double-fixture.ts';
import { startEventStoreDouble } from './event-store-double.ts';

const PAST_NUMBERS = 2n ** 53n + 11n;

describe.each([
  { by: 'BatchAppend', batchAppend: true },
  { by: 'Append', batchAppend: false },
])('appending by $by', ({ batchAppend }) => {
  const at = freshDouble({ batchAppend, firstPosition: PAST_NUMBERS });
  const revisions = async (stream: string) =>
    (await all(at.client.readStream(stream))).map(({ event }) => event?.revision);

  it('answers with the revision and position of the last event, without losing a digit', async () => {
    const answer = await at.client.appendToStream('a', numbered(1, 3), { expectedRevision: 'no_stream' });
    const last = (await all(at.client.readStream('a'))).at(-1)?.event;
    expect(answer).toEqual({ success: true, nextExpectedRevision: 2n, position: last?.position });
    expect(last?.position?.commit).toBeGreaterThan(PAST_NUMBERS);
    expect(last?.position?.commit).toBe(last?.position?.prepare);
  });

  it('keeps data, metadata, ids and types as they are', async () => {
    const json = jsonEvent({ type: 'Bought', data: { tool: 'Säge ✂' }, metadata: { $correlationId: 'x' } });
    const binary = binaryEvent({ type: 'Scanned', data: Uint8Array.of(0, 255), metadata: Uint8Array.of(1, 2, 254) });
    await at.client.appendToStream('straße', [json, binary]);
    const [first, second] = (await all(at.client.readStream('straße'))).map(({ event }) => event);
    expect(first).toMatchObject({ ...pick(json), streamId: 'straße', isJson: true });
    expect(second).toMatchObject({ id: binary.id, type: 'Scanned', isJson: false });
    expect(second?.data).toEqual(Uint8Array.of(0, 255));
    expect(second?.metadata).toEqual(Uint8Array.of(1, 2, 254));
  });

  it.each([
    { expected: 'no_stream', existing: 2, actual: 1n },
    { expected: 0n, existing: 2, actual: 1n },
    { expected: 5n, existing: 0, actual: 'no_stream' },
    { expected: 'stream_exists', existing: 0, actual: 'no_stream' },
  ] as const)('says what was expected ($expected) and what is there ($actual)', async (given) => {
    if (given.existing > 0) await at.client.appendToStream('a', numbered(1, given.existing));
    const append = at.client.appendToStream('a', numbered(9), { expectedRevision: given.expected });
    const error: unknown = await append.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: 'a', expectedVersion: given.expected, actualVersion: given.actual });
  });

  it('gives a retry with the same ids the original answer, and writes nothing', async () => {
    const events = numbered(1, 2);
    const original = await at.client.appendToStream('a', events, { expectedRevision: 'no_stream' });
    await at.client.appendToStream('a', numbered(3), { expectedRevision: 1n });
    expect(await at.client.appendToStream('a', events, { expectedRevision: 'no_stream' })).toEqual(original);
    expect(await revisions('a')).toEqual([0n, 1n, 2n]);
  });

  it('refuses a tombstoned stream', async () => {
    await at.client.appendToStream('a', numbered(1));
    await at.client.tombstoneStream('a');
    const error: unknown = await at.client.appendToStream('a', numbered(2)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StreamDeletedError);
    expect(error).toMatchObject({ streamName: 'a' });
  });

  it('refuses more than 1 MiB', async () => {
    const half = () => binaryEvent({ type: 'Half', data: new Uint8Array(600 * 1024) });
    const error: unknown = await at.client.appendToStream('a', [half(), half()]).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(error).toMatchObject({ maxAppendSize: 1024 * 1024 });
  });

  it('takes an append of no events', async () => {
    expect(await at.client.appendToStream('a', [])).toMatchObject({ success: true, position: undefined });
  });

  it('answers many appends at once, each with its own answer', async () => {
    const streams = Array.from({ length: 40 }, (_, index) => `s${index}`);
    const answers = await Promise.all(
      streams.map((stream, index) => at.client.appendToStream(stream, numbered(0, index))),
    );
    expect(answers.map((answer) => answer.nextExpectedRevision)).toEqual(streams.map((_, index) => BigInt(index)));
  });
});

describe('appending by BatchAppend', () => {
  const at = freshDouble();

  it('puts the chunks of one append together', async () => {
    const answer = await at.client.appendToStream('a', numbered(1, 50), { batchAppendSize: 300 });
    expect(answer.nextExpectedRevision).toBe(49n);
    const numbers = (await all(at.client.readStream<ReturnType<typeof numbered>[number]>('a'))).map(
      ({ event }) => event?.data.n,
    );
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it('does not write what comes after its deadline', async () => {
    const append = at.client.appendToStream('a', numbered(1), { deadline: -1000 });
    await expect(append).rejects.toBeInstanceOf(DeadlineExceededError);
    await at.client.appendToStream('a', numbered(2), { expectedRevision: 'no_stream' });
  });

  it('does not write what its own clock says is late, whatever that of the client says', async () => {
    const ahead = await startEventStoreDouble({ now: () => Date.now() + 20_000 });
    onTestFinished(() => ahead.stop());
    const append = at.connect(ahead.url).appendToStream('a', numbered(1), { deadline: 10_000 });
    await expect(append).rejects.toBeInstanceOf(DeadlineExceededError);
  });

  it('writes nothing of an Append that is given up in the middle', async () => {
    const [, port = ''] = /:(\d+)/.exec(at.double.url) ?? [];
    const raw = new StreamsClient(`127.0.0.1:${port}`, credentials.createInsecure());
    onTestFinished(() => raw.close());
    for (let round = 0; round < 20; round++) {
      const { promise: over, resolve } = Promise.withResolvers<unknown>();
      const call = raw.append(resolve);
      const stream = new shared.StreamIdentifier().setStreamName(Buffer.from('a'));
      const options = new streams.AppendReq.Options().setStreamIdentifier(stream).setAny(new shared.Empty());
      call.write(new streams.AppendReq().setOptions(options));
      const id = new shared.UUID().setString(randomUUID());
      const event = new streams.AppendReq.ProposedMessage().setId(id);
      call.write(new streams.AppendReq().setProposedMessage(event));
      await new Promise((resolve) => setTimeout(resolve, 5));
      call.cancel();
      expect(await over).toMatchObject({ code: status.CANCELLED });
    }
    expect(await at.client.appendToStream('a', numbered(1))).toMatchObject({ nextExpectedRevision: 0n });
  });

  it('uses Append for a call with credentials of its own', async () => {
    at.double.misbehave.refuseAppends(1);
    const asAdmin = { credentials: { username: 'admin', password: 'changeit' } };
    await expect(at.client.appendToStream('a', numbered(1), asAdmin)).rejects.toThrow('Not Ready');
    expect(await at.client.appendToStream('a', numbered(1), asAdmin)).toMatchObject({ success: true });
  });
});

const pick = ({ id, type, data, metadata }: ReturnType<typeof jsonEvent>) => ({ id, type, data, metadata });
