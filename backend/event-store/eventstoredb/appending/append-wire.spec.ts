import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { describe, expect, it } from 'vitest';
import { newEvent } from '../../contract/some-events.ts';
import { type Append, appendRequestOf, numbered } from './append-wire.ts';

const { BatchAppendReq: Request } = streams;

/** The same by the generated classes. */
function generated({ stream, expected, events }: Append, number: number): Uint8Array {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream));
  const options = new Request.Options().setStreamIdentifier(identifier);
  if (expected === 'any') options.setAny(new empty.Empty());
  else if (expected === 'none') options.setNoStream(new empty.Empty());
  else options.setStreamPosition(expected.toString());
  const messages = events.map(({ id, type, data, meta }) => {
    const message = new Request.ProposedMessage()
      .setId(new shared.UUID().setString(id))
      .setData(Buffer.from(JSON.stringify(data)))
      .setCustomMetadata(Buffer.from(JSON.stringify(meta)));
    message.getMetadataMap().set('type', type).set('content-type', 'application/json');
    return message;
  });
  const halves = new shared.UUID.Structured().setLeastSignificantBits(String(number));
  return new Request()
    .setCorrelationId(new shared.UUID().setStructured(halves))
    .setOptions(options)
    .setProposedMessagesList(messages)
    .setIsFinal(true)
    .serializeBinary();
}

describe('an append in the words of the server', () => {
  it('is what the generated classes make of it, whatever is in it', () => {
    const anEvent = fc
      .tuple(fc.string({ minLength: 1, unit: 'binary' }), fc.jsonValue())
      .map(([type, value]) => newEvent({ value }, type));
    const anAppend = fc.record({
      stream: fc.string({ minLength: 1, maxLength: 300, unit: 'binary' }),
      expected: fc.oneof(fc.constant('any' as const), fc.constant('none' as const), fc.bigInt(0n, 2n ** 53n - 1n)),
      events: fc.array(anEvent, { minLength: 1, maxLength: 5 }),
    });
    fc.assert(
      fc.property(anAppend, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (append, number) => {
        const bytes = numbered(appendRequestOf(append), number);
        expect(Request.deserializeBinary(bytes).toObject()).toEqual(
          Request.deserializeBinary(generated(append, number)).toObject(),
        );
      }),
    );
  });

  it('holds large texts', () => {
    const append: Append = { stream: 's', expected: 'none', events: [newEvent('é✂'.repeat(100_000))] };
    expect(Request.deserializeBinary(numbered(appendRequestOf(append), 300)).toObject()).toEqual(
      Request.deserializeBinary(generated(append, 300)).toObject(),
    );
  });
});
