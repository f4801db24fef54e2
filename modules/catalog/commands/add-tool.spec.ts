import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { toolAdded } from '../testing/examples.ts';
import { type Tool, tool } from '../tool.ts';
import { addTool } from './add-tool.ts';

const hammer = (state: Tool) => addTool({ type: 'AddTool', ...toolAdded().data }, state);

describe('adding a tool', () => {
  it('offers it', () => given(tool).when(hammer).then(toolAdded()));

  it('refuses one that is there already', () => given(tool, toolAdded()).when(hammer).thenThrows(Conflict));
});
