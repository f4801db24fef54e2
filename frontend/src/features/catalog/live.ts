import type { ToolChanged } from '../../../../modules/catalog/contract.ts';
import type { Heard } from '../../lib/live/live-notices.ts';
import { fetchOthers, hearTool, type Told } from '../../lib/live/newest-tools.ts';

/** Stock, and what reviews make of it, is patched, never asked for: a thousand browsers that show the tool would ask in the same moment. */
const toolChanged: Heard<ToolChanged> = ({ toolId, position, version, retired, ...told }, client) => {
  if (!hearTool(client, toolId, BigInt(position), toldOf(told))) return;
  // Details and price are rarely changed, and no notice has them: what shows another version of it is asked for.
  if (version !== undefined) fetchOthers(client, toolId, { version, retired });
};

export const catalogNotices = { 'tool.changed': toolChanged };

/** A node of the release before says nothing of reviews, which is not that there are none. */
const toldOf = ({ Available, Ratings, reviews, stars }: Told): Told =>
  Ratings === undefined ? { Available } : { Available, Ratings, reviews, stars };
