import { StreamDeletedError, StreamNotFoundError, WrongExpectedVersionError } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { all, freshDouble, type Numbered, numbered } from './double-fixture.ts';

const at = freshDouble();
const read = async () => (await all(at.client.readStream<Numbered>('a'))).map(({ event }) => event?.revision);

describe('deleting a stream', () => {
  it('hides its events, and numbering goes on with the next append', async () => {
    await at.client.appendToStream('a', numbered(0, 2));
    const { position } = await at.client.deleteStream('a', { expectedRevision: 2n });
    expect(position?.commit).toBeGreaterThan(0n);
    await expect(read()).rejects.toBeInstanceOf(StreamNotFoundError);

    const answer = await at.client.appendToStream('a', numbered(3), { expectedRevision: 'no_stream' });
    expect(answer.nextExpectedRevision).toBe(3n);
    expect(await read()).toEqual([3n]);
  });

  it.each([
    ['deleteStream', 0n, 2n],
    ['tombstoneStream', 'no_stream', 2n],
  ] as const)('by %s fails on a wrong revision', async (remove, expectedRevision, actualVersion) => {
    await at.client.appendToStream('a', numbered(0, 2));
    const error: unknown = await at.client[remove]('a', { expectedRevision }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: 'a', actualVersion });
  });

  it.each([
    ['any', -2n],
    ['no_stream', -1n],
    [4n, 4n],
  ] as const)('fails when there is none, whatever is expected: %s', async (expectedRevision, expectedVersion) => {
    const error: unknown = await at.client.deleteStream('a', { expectedRevision }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: 'a', expectedVersion, actualVersion: -1n });
  });
});

it('a stream of which something is said, and that has no events, is deleted like one that has', async () => {
  await at.client.setStreamMetadata('a', { maxCount: 1 });
  await at.client.deleteStream('a');
  expect((await at.client.getStreamMetadata('a')).metadata).toEqual({ truncateBefore: Number(2n ** 63n - 1n) });
});

describe('tombstoning a stream', () => {
  it('is for ever', async () => {
    await at.client.appendToStream('a', numbered(0));
    const { position } = await at.client.tombstoneStream('a', { expectedRevision: 0n });
    expect(position?.commit).toBeGreaterThan(0n);
    await expect(read()).rejects.toBeInstanceOf(StreamDeletedError);
    await expect(at.client.deleteStream('a')).rejects.toBeInstanceOf(StreamDeletedError);
    await expect(at.client.tombstoneStream('a')).rejects.toBeInstanceOf(StreamDeletedError);
  });
});
