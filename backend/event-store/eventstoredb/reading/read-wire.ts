import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { NewEvent } from '../../../../modules/kernel/event.ts';
import { start } from '../../../../modules/kernel/event-store.ts';
import { Fields } from '../wire/fields.ts';

const { Options } = streams.ReadReq;

/**
 * Everything after a position in the streams whose names begin with a prefix, then whatever comes.
 * @param window how many events of others the server goes through in one go, and after how many it says how far it is.
 */
export function subscriptionRequest(prefix: string, after: bigint, window: number): ReadReq {
  const all = new Options.AllOptions();
  // Commit and prepare are the same for every write but those of old transactions.
  const place = after.toString();
  if (after === start) all.setStart(new shared.Empty());
  else all.setPosition(new Options.Position().setCommitPosition(place).setPreparePosition(place));
  const filter = new Options.FilterOptions()
    .setStreamIdentifier(new Options.FilterOptions.Expression().setPrefixList([prefix]))
    .setMax(window)
    .setCheckpointintervalmultiplier(1);
  return new streams.ReadReq().setOptions(
    new Options()
      .setAll(all)
      .setSubscription(new Options.SubscriptionOptions())
      .setFilter(filter)
      .setUuidOption(new Options.UUIDOption().setString(new shared.Empty())),
  );
}

/** What a subscription says. */
export type Said =
  | { readonly said: 'event'; readonly event: Texts }
  | {
      readonly said: 'checkpoint';
      readonly position: bigint;
      /** What stands there was not looked at, and may not be written yet. */
      readonly isBefore: boolean;
    }
  | { readonly said: 'caught up' | 'fell behind' };

/** An event whose data and metadata are not read yet: that is most of the work, and others' are not wanted. */
export type Texts = {
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly isJson: boolean;
  readonly data: string;
  readonly metadata: string;
  /** The event, where it is known without data and metadata, which are not decoded then. */
  readonly known?: NewEvent | undefined;
};

/** No position is greater. */
const greatest = 2n ** 63n - 1n;

/** Finds what is known by its id. */
type Find = (id: string) => NewEvent | undefined;
const nothing: Find = () => undefined;

/** Tags of the fields of ReadResp, and of what is in them: as the generated classes have them, which would take three times as long. */
const tags = {
  event: tag(1, 2),
  checkpoint: tag(3, 2),
  caughtUp: tag(8, 2),
  fellBehind: tag(9, 2),
  commitOfCheckpoint: tag(1, 0),
  prepareOfCheckpoint: tag(2, 0),
  recorded: tag(1, 2),
  id: tag(1, 2),
  idAsText: tag(2, 2),
  stream: tag(2, 2),
  streamName: tag(3, 2),
  revision: tag(3, 0),
  commit: tag(5, 0),
  metadata: tag(6, 2),
  key: tag(1, 2),
  value: tag(2, 2),
  customMetadata: tag(7, 2),
  data: tag(8, 2),
} as const;

/** @returns undefined for what is of no interest. */
export function saidBy(response: Buffer, find = nothing): Said | undefined {
  const fields = new Fields(response);
  const { end } = fields;
  for (let tag = fields.next(end); tag !== 0; tag = fields.next(end)) {
    switch (tag) {
      case tags.event: {
        const event = recordedIn(fields, fields.message(), find);
        return event && { said: 'event', event };
      }
      case tags.checkpoint:
        return checkpointIn(fields, fields.message());
      case tags.caughtUp:
        return { said: 'caught up' };
      case tags.fellBehind:
        return { said: 'fell behind' };
      default:
        fields.skip(tag);
    }
  }
  return undefined;
}

/** Up to the event at its commit position, or, where its prepare position is less, up to where that ends which is before it. */
function checkpointIn(fields: Fields, end: number): Said | undefined {
  let [position, prepare] = [start, start];
  for (let tag = fields.next(end); tag !== 0; tag = fields.next(end)) {
    if (tag === tags.commitOfCheckpoint) position = fields.big();
    else if (tag === tags.prepareOfCheckpoint) prepare = fields.big();
    else fields.skip(tag);
  }
  // Servers before 24.10.5 say so by -1 where they have found nothing from the start on.
  if (position > greatest) return undefined;
  return { said: 'checkpoint', position, isBefore: prepare < position };
}

function recordedIn(fields: Fields, end: number, find: Find): Texts | undefined {
  for (let tag = fields.next(end); tag !== 0; tag = fields.next(end)) {
    if (tag === tags.recorded) return textsIn(fields, fields.message(), find);
    fields.skip(tag);
  }
  return undefined;
}

function textsIn(fields: Fields, end: number, find: Find): Texts {
  let [id, streamId, type, contentType, data, metadata] = ['', '', '', '', '', ''];
  let [revision, position] = [0n, 0n];
  let known: NewEvent | undefined;
  for (let tag = fields.next(end); tag !== 0; tag = fields.next(end)) {
    switch (tag) {
      case tags.id:
        // It comes first.
        id = textIn(fields, tags.idAsText);
        known = find(id);
        break;
      case tags.stream:
        streamId = textIn(fields, tags.streamName);
        break;
      case tags.revision:
        revision = fields.big();
        break;
      case tags.commit:
        position = fields.big();
        break;
      case tags.metadata: {
        const [key, value] = entryIn(fields, fields.message());
        if (key === 'type') type = value;
        else if (key === 'content-type') contentType = value;
        break;
      }
      case tags.customMetadata:
        if (known) fields.skip(tag);
        else metadata = fields.text();
        break;
      case tags.data:
        if (known) fields.skip(tag);
        else data = fields.text();
        break;
      default:
        fields.skip(tag);
    }
  }
  const isJson = contentType === 'application/json';
  return { id, type, streamId, revision, position, isJson, data, metadata, known };
}

/** The one field of a message of one. */
function textIn(fields: Fields, wanted: number): string {
  const end = fields.message();
  let text = '';
  for (let tag = fields.next(end); tag !== 0; tag = fields.next(end)) {
    if (tag === wanted) text = fields.text();
    else fields.skip(tag);
  }
  return text;
}

function entryIn(fields: Fields, end: number): [key: string, value: string] {
  let [key, value] = ['', ''];
  for (let tag = fields.next(end); tag !== 0; tag = fields.next(end)) {
    if (tag === tags.key) key = fields.text();
    else if (tag === tags.value) value = fields.text();
    else fields.skip(tag);
  }
  return [key, value];
}

function tag(field: number, wireType: 0 | 2): number {
  return field * 8 + wireType;
}
