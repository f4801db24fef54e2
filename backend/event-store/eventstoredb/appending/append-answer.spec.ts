import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { describe, expect, it } from 'vitest';
import { answerIn, appendedBy } from './append-answer.ts';

const { BatchAppendResp: Response } = streams;

function responseTo(number: number): InstanceType<typeof Response> {
  const halves = new shared.UUID.Structured().setLeastSignificantBits(String(number));
  const stream = new shared.StreamIdentifier().setStreamName(Buffer.from('straße-✂'));
  return new Response()
    .setCorrelationId(new shared.UUID().setStructured(halves))
    .setStreamIdentifier(stream)
    .setStreamPosition('18446744073709551615');
}

const readFrom = (response: InstanceType<typeof Response>) => answerIn(Buffer.from(response.serializeBinary()));

describe('an answer to an append', () => {
  it.each([0n, 127n, 2n ** 31n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 64n - 1n])(
    'is where it was written, to the digit: %s',
    (position) => {
      for (const revision of [0n, position]) {
        const at = new shared.AllStreamPosition().setCommitPosition(`${position}`).setPreparePosition('1');
        const success = new Response.Success().setCurrentRevision(`${revision}`).setPosition(at);
        const answer = readFrom(responseTo(300).setSuccess(success));
        expect(answer.number).toBe(300);
        expect(appendedBy(answer)).toEqual({ revision, position });
      }
    },
  );

  it('that says of a success not at which revision it is counts for none', () => {
    const answer = readFrom(responseTo(7).setSuccess(new Response.Success()));
    expect(answer.number).toBe(7);
    expect(() => appendedBy(answer)).toThrow(TypeError);
  });

  it('to a repetition need not say the position', () => {
    const success = new Response.Success().setCurrentRevision('1').setNoPosition(new empty.Empty());
    expect(appendedBy(readFrom(responseTo(7).setSuccess(success)))).toEqual({ revision: 1n, position: undefined });
  });

  it('to nobody has a number that nobody has', () => {
    const id = new shared.UUID().setString('0f8fad5b-d9cb-469f-a165-70867728950e');
    expect(readFrom(new Response().setCorrelationId(id)).number).toBe(0);
    expect(answerIn(Buffer.alloc(0)).number).toBe(0);
  });
});
