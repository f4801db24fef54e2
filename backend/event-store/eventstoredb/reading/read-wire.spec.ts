import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { saidBy } from './read-wire.ts';

const { ReadResp: Response } = streams;
const bytesOf = (response: InstanceType<typeof Response>) => Buffer.from(response.serializeBinary());

function eventAt(position: bigint, revision: bigint): InstanceType<typeof Response> {
  const event = new Response.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString('0f8fad5b-d9cb-469f-a165-70867728950e'))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from('straße-✂')))
    .setStreamRevision(revision.toString())
    .setPreparePosition(position.toString())
    .setCommitPosition(position.toString())
    .setData(Buffer.from('{"tool":"Säge ✂"}'))
    .setCustomMetadata(Buffer.from('{}'));
  event.getMetadataMap().set('created', '1').set('content-type', 'application/json').set('type', 'Bought');
  return new Response().setEvent(new Response.ReadEvent().setEvent(event).setCommitPosition(position.toString()));
}

describe('what a subscription says', () => {
  it.each([0n, 127n, 128n, 2n ** 31n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n + 3n, 2n ** 64n - 1n])(
    'is an event at %s, to the digit',
    (position) => {
      expect(saidBy(bytesOf(eventAt(position, position / 2n)))).toEqual({
        said: 'event',
        event: {
          id: '0f8fad5b-d9cb-469f-a165-70867728950e',
          type: 'Bought',
          streamId: 'straße-✂',
          revision: position / 2n,
          position,
          isJson: true,
          data: '{"tool":"Säge ✂"}',
          metadata: '{}',
        },
      });
    },
  );

  it('is how far it has looked, that it has caught up, or that it fell behind', () => {
    const checkpoint = new Response.Checkpoint().setCommitPosition('9007199254740993').setPreparePosition('1');
    expect(saidBy(bytesOf(new Response().setCheckpoint(checkpoint)))).toEqual({
      said: 'checkpoint',
      position: 2n ** 53n + 1n,
      isBefore: true,
    });
    const upTo = new Response.Checkpoint().setCommitPosition('7').setPreparePosition('7');
    expect(saidBy(bytesOf(new Response().setCheckpoint(upTo)))).toEqual({
      said: 'checkpoint',
      position: 7n,
      isBefore: false,
    });
    const caughtUp = new Response().setCaughtUp(new Response.CaughtUp());
    expect(saidBy(bytesOf(caughtUp))).toEqual({ said: 'caught up' });
    const fellBehind = new Response().setFellBehind(new Response.FellBehind());
    expect(saidBy(bytesOf(fellBehind))).toEqual({ said: 'fell behind' });
  });

  it('is nothing where a server names no place that it has looked up to', () => {
    const nowhere = new Response.Checkpoint()
      .setCommitPosition((2n ** 64n - 1n).toString())
      .setPreparePosition((2n ** 64n - 1n).toString());
    expect(saidBy(bytesOf(new Response().setCheckpoint(nowhere)))).toBeUndefined();
  });

  it('is nothing of interest otherwise, and fields of later servers are passed over', () => {
    const confirmed = new Response().setConfirmation(new Response.SubscriptionConfirmation().setSubscriptionId('x'));
    expect(saidBy(bytesOf(confirmed))).toBeUndefined();
    // Fields 20 to 23: a number, eight bytes, a text, and four bytes.
    const later = [
      [0xa0, 1, 0xff, 1],
      [0xa9, 1, 1, 2, 3, 4, 5, 6, 7, 8],
      [0xb2, 1, 2, 0x68, 0x69],
      [0xbd, 1, 1, 2, 3, 4],
    ];
    const event = bytesOf(eventAt(7n, 1n));
    expect(saidBy(Buffer.concat([Buffer.from(later.flat()), event]))).toEqual(saidBy(event));
  });
});
