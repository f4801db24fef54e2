import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type EventFilter, eventFilter, everything } from './event-filter.ts';
import { streamName } from './event-wire.ts';

export type Start = 'start' | 'end' | bigint;

export type ReadSource =
  | { of: 'stream'; stream: string; from: Start }
  | { of: 'all'; from: Start; filter: EventFilter };

export type ReadMode = { mode: 'subscription' } | { mode: 'read'; direction: 'forwards' | 'backwards'; count: bigint };

export type ReadRequest = ReadSource & ReadMode & { structuredIds: boolean };

/** How many events the server looks at in one go when a filter does not say. */
const DEFAULT_SEARCH_WINDOW = 32;

/**
 * What a Read asks for. Links are not resolved: nothing here makes links.
 * Undefined when it says neither a stream nor $all.
 */
export function readRequest(request: ReadReq): ReadRequest | undefined {
  const options = request.getOptions();
  const source = options && sourceOf(options);
  if (!source) return undefined;
  return { ...source, ...modeOf(options), structuredIds: options.getUuidOption()?.hasStructured() ?? false };
}

function sourceOf(options: ReadReq.Options): ReadSource | undefined {
  const stream = options.getStream();
  if (stream) {
    const from = stream.hasRevision() ? BigInt(stream.getRevision()) : edgeOf(stream);
    return { of: 'stream', stream: streamName(stream.getStreamIdentifier()), from };
  }
  const all = options.getAll();
  if (!all) return undefined;
  const position = all.getPosition();
  const from = position ? BigInt(position.getCommitPosition()) : edgeOf(all);
  return { of: 'all', from, filter: filterOf(options.getFilter()) };
}

function modeOf(options: ReadReq.Options): ReadMode {
  if (options.hasSubscription()) return { mode: 'subscription' };
  const { BACKWARDS } = streams.ReadReq.Options.ReadDirection;
  const direction = options.getReadDirection() === BACKWARDS ? 'backwards' : 'forwards';
  return { mode: 'read', direction, count: BigInt(options.getCount()) };
}

const edgeOf = (options: { hasEnd(): boolean }): 'start' | 'end' => (options.hasEnd() ? 'end' : 'start');

function filterOf(options: ReadReq.Options.FilterOptions | undefined): EventFilter {
  const onType = options?.getEventType();
  const expression = onType ?? options?.getStreamIdentifier();
  if (!options || !expression) return everything;
  const window = options.hasMax() ? options.getMax() : DEFAULT_SEARCH_WINDOW;
  return eventFilter({
    on: onType ? 'type' : 'stream',
    regex: expression.getRegex(),
    prefixes: expression.getPrefixList(),
    checkpointEvery: window * options.getCheckpointintervalmultiplier(),
    window,
  });
}
