import { background } from '../runtime/scheduling/background.ts';
import type { HistoryIndexFile } from './history-index-file.ts';

/** Writes the newest events where they are a segment: most of it is made ahead, in pieces between which others have their turn. */
export async function writeFull(file: HistoryIndexFile): Promise<void> {
  if (file.room > 0) return;
  await file.ready();
  for (let isMore = true; isMore; ) isMore = await background.run(async () => file.prepare());
  await background.run(async () => file.write());
}
