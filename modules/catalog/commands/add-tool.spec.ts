import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { mostPieces } from '../../kernel/wire/most-pieces.ts';
import { toolAdded } from '../testing/examples.ts';
import { type Tool, tool } from '../tool.ts';
import { addTool, addToolOnce } from './add-tool.ts';
import { TooManyPieces } from './adjust-stock.ts';

const adding =
  ({ data } = toolAdded(), add = addTool) =>
  (state: Tool) =>
    add({ type: 'AddTool', ...data }, state);

describe('adding a tool', () => {
  it('offers it', () => given(tool).when(adding()).then(toolAdded()));

  it('refuses one that is there already', () => given(tool, toolAdded()).when(adding()).thenThrows(Conflict));

  it('refuses more pieces than can be counted', () => {
    const [all, more] = [toolAdded({ available: mostPieces }), toolAdded({ available: mostPieces + 1 })];
    given(tool).when(adding(all)).then(all);
    given(tool).when(adding(more)).thenThrows(TooManyPieces);
    given(tool).when(adding(more, addToolOnce)).thenThrows(TooManyPieces);
  });
});
