import type { NewEvent } from '../../../../modules/kernel/event.ts';
import type { ExpectedRevision } from '../../../../modules/kernel/event-store.ts';
import { eventDataOf } from '../wire/wire.ts';
import { sizeOfField, sizeOfVarint, WrittenFields } from '../wire/written-fields.ts';

/** An append to a stream, by the name that it has on the server. */
export type Append = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
};

/** Tags of the fields of BatchAppendReq, and of what is in them. */
const request = { correlationId: 0x0a, options: 0x12, event: 0x1a, isFinal: 0x20 };
const options = { stream: 0x0a, revision: 0x10, noStream: 0x1a, any: 0x22 };
const event = { id: 0x0a, metadata: 0x12, customMetadata: 0x1a, data: 0x22 };
const uuid = { halves: 0x0a, text: 0x12 };
const lowerHalf = 0x10;
const streamName = 0x1a;
const [entryKey, entryValue] = [0x0a, 0x12];

const [typeKey, contentKey, json] = ['type', 'content-type', 'application/json'];
const contentEntry = sizeOfField(contentKey.length) + sizeOfField(json.length);

type Measured = { readonly text: string; readonly length: number };
const measured = (text: string): Measured => ({ text, length: Buffer.byteLength(text) });

/**
 * An append in the words of BatchAppend, all but its number: the same in every try. Without a deadline: that would be a time
 * of day, which the server compares with its own clock, and it takes nothing from a node whose clock is slow. Written by hand,
 * as the generated classes take several times as long; the test compares with those.
 */
export function appendRequestOf({ stream, expected, events }: Append): Buffer {
  const name = measured(stream);
  const revision = typeof expected === 'bigint' ? Number(expected) : undefined;
  const expectedSize = revision === undefined ? 2 : 1 + sizeOfVarint(revision);
  const optionsSize = sizeOfField(sizeOfField(name.length)) + expectedSize;
  let size = sizeOfField(optionsSize) + 2;
  const messages = events.map((each) => {
    const { id, type, data, metadata } = eventDataOf(each);
    const texts = {
      id: measured(id),
      type: measured(type),
      data: measured(JSON.stringify(data)),
      metadata: measured(JSON.stringify(metadata)),
    };
    const typeEntry = sizeOfField(typeKey.length) + sizeOfField(texts.type.length);
    const length =
      sizeOfField(sizeOfField(texts.id.length)) +
      sizeOfField(typeEntry) +
      sizeOfField(contentEntry) +
      sizeOfField(texts.metadata.length) +
      sizeOfField(texts.data.length);
    size += sizeOfField(length);
    return { ...texts, typeEntry, length };
  });

  const written = new WrittenFields(size).field(request.options, optionsSize);
  written.field(options.stream, sizeOfField(name.length)).text(streamName, name.text, name.length);
  if (revision !== undefined) written.field(options.revision, revision);
  else written.field(expected === 'any' ? options.any : options.noStream, 0);
  for (const { id, type, data, metadata, typeEntry, length } of messages) {
    written.field(request.event, length);
    written.field(event.id, sizeOfField(id.length)).text(uuid.text, id.text, id.length);
    written.field(event.metadata, typeEntry).text(entryKey, typeKey, typeKey.length);
    written.text(entryValue, type.text, type.length);
    written.field(event.metadata, contentEntry).text(entryKey, contentKey, contentKey.length);
    written.text(entryValue, json, json.length);
    written.text(event.customMetadata, metadata.text, metadata.length);
    written.text(event.data, data.text, data.length);
  }
  return written.field(request.isFinal, 1).bytes;
}

/** One try of an append, under the number from 1 on by which its answer is known in the call. */
export function numbered(append: Buffer, number: number): Buffer {
  const halves = 1 + sizeOfVarint(number);
  const id = sizeOfField(halves);
  const head = new WrittenFields(sizeOfField(id)).field(request.correlationId, id);
  return Buffer.concat([head.field(uuid.halves, halves).field(lowerHalf, number).bytes, append]);
}
