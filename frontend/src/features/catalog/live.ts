import type { ToolChanged } from '../../../../modules/catalog/contract.ts';
import type { Heard } from '../../lib/live-notices.ts';
import { hearStock } from './newest-tools.ts';

/** Stock is patched, never asked for: a thousand browsers that show the tool would ask in the same moment. */
const stockChanged: Heard<ToolChanged> = ({ toolId, Available, position }, client) =>
  hearStock(client, toolId, BigInt(position), Available);

export const catalogNotices = { 'tool.changed': stockChanged };
