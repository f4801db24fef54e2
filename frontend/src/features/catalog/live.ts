import type { ToolChanged } from '../../../../modules/catalog/contract.ts';
import type { Heard } from '../../lib/live-notices.ts';
import { fetchOthers, hearStock } from './newest-tools.ts';

/** Stock is patched, never asked for: a thousand browsers that show the tool would ask in the same moment. */
const toolChanged: Heard<ToolChanged> = ({ toolId, Available, position, version, retired }, client) => {
  if (!hearStock(client, toolId, BigInt(position), Available)) return;
  // Details and price are rarely changed, and no notice has them: what shows another version of it is asked for.
  if (version !== undefined) fetchOthers(client, toolId, { version, retired });
};

export const catalogNotices = { 'tool.changed': toolChanged };
