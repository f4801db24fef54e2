import type { ExpectedRevision } from './expected-revision.ts';

/** How Append, Delete and Tombstone say what they expect: three classes, one shape. */
type RevisionOptions = {
  hasRevision(): boolean;
  getRevision(): string;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
};

export function expectedRevision(options: RevisionOptions): ExpectedRevision {
  if (options.hasRevision()) return BigInt(options.getRevision());
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : 'any';
}
