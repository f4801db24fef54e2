import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import messages, { type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { type ClientDuplexStream, credentials } from '@grpc/grpc-js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { all, freshDouble } from './double-fixture.ts';

const { BatchAppendReq: Request } = messages;

/** What no client says, or hears, of its own: single chunks of BatchAppend, and answers as they come. */
describe('chunks of appends over one call', () => {
  const at = freshDouble();
  let call: ClientDuplexStream<InstanceType<typeof Request>, BatchAppendResp>;
  let answers: BatchAppendResp[] = [];
  let close = () => {};

  beforeEach(() => {
    const client = new streams.StreamsClient(`127.0.0.1:${at.double.port}`, credentials.createInsecure());
    answers = [];
    call = client.batchAppend();
    call.on('data', (answer: BatchAppendResp) => answers.push(answer));
    call.on('error', () => undefined);
    close = () => client.close();
  });
  afterEach(() => {
    call.cancel();
    close();
  });

  type Chunk = { append: string; begins?: string; bytes?: number; id?: string; isFinal?: boolean };

  function send({ append, begins, bytes = 10, id = randomUUID(), isFinal = false }: Chunk) {
    const halves = new shared.UUID.Structured().setMostSignificantBits('7').setLeastSignificantBits(append);
    const message = new Request.ProposedMessage().setId(new shared.UUID().setString(id)).setData(new Uint8Array(bytes));
    message.getMetadataMap().set('type', 'Sent').set('content-type', 'application/octet-stream');
    const request = new Request()
      .setCorrelationId(new shared.UUID().setStructured(halves))
      .setProposedMessagesList([message])
      .setIsFinal(isFinal);
    const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(begins ?? ''));
    const options = new Request.Options().setStreamIdentifier(identifier).setNoStream(new empty.Empty());
    call.write(begins === undefined ? request : request.setOptions(options));
  }
  const said = () =>
    answers.map((answer) => [
      answer.getCorrelationId()?.getStructured()?.getLeastSignificantBits(),
      answer.getSuccess()?.getCurrentRevision() ?? answer.getError()?.getMessage(),
    ]);

  it('are put together by their number, which the answer repeats as it was said', async () => {
    send({ append: '1', begins: 'a' });
    send({ append: '2', begins: 'b' });
    send({ append: '2', isFinal: true });
    send({ append: '1' });
    send({ append: '1', isFinal: true });
    await vi.waitFor(
      () =>
        expect(said()).toEqual([
          ['2', '1'],
          ['1', '2'],
        ]),
      60_000,
    );
    expect(await all(at.client.readStream('a'))).toHaveLength(3);
    // Neither is what was expected.
    expect(answers[0]?.hasNoStream()).toBe(false);
  });

  it('are passed over when theirs never began, or was answered already', async () => {
    send({ append: '1', isFinal: true });
    send({ append: '2', begins: 'a', isFinal: true });
    send({ append: '2', isFinal: true });
    send({ append: '3', begins: 'b', isFinal: true });
    await vi.waitFor(
      () =>
        expect(said()).toEqual([
          ['2', '0'],
          ['3', '0'],
        ]),
      60_000,
    );
    expect(await all(at.client.readStream('a'))).toHaveLength(1);
  });

  it('get the answer that it is too much before the last has come, once', async () => {
    send({ append: '1', begins: 'a', bytes: 800_000 });
    send({ append: '1', bytes: 800_000 });
    await vi.waitFor(() => expect(said()).toEqual([['1', 'MaximumAppendSizeExceeded']]), 60_000);
    send({ append: '1', isFinal: true });
    send({ append: '2', begins: 'b', isFinal: true });
    await vi.waitFor(() => expect(said()).toHaveLength(2), 60_000);
  });

  it('are given up when the last does not come in time', async () => {
    send({ append: '1', begins: 'a' });
    await vi.waitFor(() => expect(said()).toEqual([['1', 'Timeout']]), { timeout: 10_000 });
  });

  it('with an event without a UUID are a bad request, and the others on the call are well', async () => {
    send({ append: '1', begins: 'a', id: 'order-1', isFinal: true });
    send({ append: '2', begins: 'b', isFinal: true });
    await vi.waitFor(
      () =>
        expect(said()).toEqual([
          ['1', 'BadRequest'],
          ['2', '0'],
        ]),
      60_000,
    );
  });

  it('are answered to the last when no more come', async () => {
    const release = at.double.misbehave.holdAppendAnswers();
    const ended = new Promise((resolve) => call.on('status', resolve));
    send({ append: '1', begins: 'a', isFinal: true });
    call.end();
    await vi.waitFor(async () => expect(await all(at.client.readStream('a'))).toHaveLength(1), 60_000);
    release();
    expect(await ended).toMatchObject({ code: 0 });
    expect(said()).toEqual([['1', '0']]);
  });
});
