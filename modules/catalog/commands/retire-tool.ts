import { NotFound } from '../../kernel/errors.ts';
import type { ToolRetired } from '../events.ts';
import type { Tool } from '../tool.ts';

export type RetireTool = { type: 'RetireTool'; toolId: string };

/** Offers a tool no more. Retired twice is retired once. */
export function retireTool({ toolId }: RetireTool, tool: Tool): ToolRetired[] {
  if (tool.status === 'none') throw new NotFound('There is no such tool.');
  return tool.status === 'retired' ? [] : [{ type: 'ToolRetired', data: { toolId } }];
}
