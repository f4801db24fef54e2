import { Conflict } from '../../kernel/errors.ts';
import type { ToolAdded } from '../events.ts';
import type { Tool } from '../tool.ts';

export type AddTool = { type: 'AddTool' } & ToolAdded['data'];

/** Offers a new tool. */
export function addTool({ type: _, ...details }: AddTool, tool: Tool): ToolAdded[] {
  if (tool.status !== 'none') throw new Conflict('This tool is there already.');
  return [{ type: 'ToolAdded', data: details }];
}
