import { Conflict } from '../../kernel/errors.ts';
import { mostPieces } from '../../kernel/wire/most-pieces.ts';
import type { ToolAdded } from '../events.ts';
import type { Tool } from '../tool.ts';
import { TooManyPieces } from './adjust-stock.ts';

export type AddTool = { type: 'AddTool' } & ToolAdded['data'];

/** Offers a new tool. */
export function addTool({ type: _, ...details }: AddTool, tool: Tool): ToolAdded[] {
  if (tool.status !== 'none') throw new Conflict('This tool has been added already.');
  if (details.available > mostPieces) throw new TooManyPieces();
  return [{ type: 'ToolAdded', data: details }];
}

/** Offers a new tool whose id says what it is. When it is there, somebody has brought the same before, and nothing is to be done. */
export const addToolOnce = (command: AddTool, tool: Tool): ToolAdded[] =>
  tool.status === 'none' ? addTool(command, tool) : [];
