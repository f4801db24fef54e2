import { NotFound } from '../../kernel/errors.ts';
import type { ToolReturned } from '../events.ts';
import type { Tool } from '../tool.ts';

export type ReturnTool = { type: 'ReturnTool'; toolId: string };

/** Offers a retired tool again. One that is offered stays so. */
export function returnTool({ toolId }: ReturnTool, tool: Tool): ToolReturned[] {
  if (tool.status === 'none') throw new NotFound('There is no such tool.');
  return tool.status === 'offered' ? [] : [{ type: 'ToolReturned', data: { toolId } }];
}
