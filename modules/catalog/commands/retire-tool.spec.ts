import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { NotFound } from '../../kernel/errors.ts';
import { stockReleased, stockReserved, stockSold, toolAdded, toolRetired, toolReturned } from '../testing/examples.ts';
import { type Tool, tool } from '../tool.ts';
import { releaseStock } from './release-stock.ts';
import { retireTool } from './retire-tool.ts';
import { returnTool } from './return-tool.ts';
import { sellStock } from './sell-stock.ts';

const retire = (state: Tool) => retireTool({ type: 'RetireTool', toolId: 't1' }, state);
const back = (state: Tool) => returnTool({ type: 'ReturnTool', toolId: 't1' }, state);
const which = { toolId: 't1', bookingId: 'b1' };

describe('retiring a tool', () => {
  it('offers it no more, once', () => {
    given(tool, toolAdded()).when(retire).then(toolRetired());
    given(tool, toolAdded(), toolRetired()).when(retire).thenNothing();
  });

  it('lets orders that are there end as any', () => {
    const retired = [toolAdded(), stockReserved(), toolRetired()];
    given(tool, ...retired)
      .when((state) => sellStock({ type: 'SellStock', ...which }, state))
      .then(stockSold());
    given(tool, ...retired)
      .when((state) => releaseStock({ type: 'ReleaseStock', ...which }, state))
      .then(stockReleased());
  });

  it('finds no tool that was never offered', () => given(tool).when(retire).thenThrows(NotFound));
});

describe('bringing a tool back', () => {
  it('offers it again, once, as often as it was retired', () => {
    given(tool, toolAdded(), toolRetired()).when(back).then(toolReturned());
    given(tool, toolAdded(), toolRetired(), toolReturned()).when(back).thenNothing();
    given(tool, toolAdded(), toolRetired(), toolReturned()).when(retire).then(toolRetired());
    given(tool, toolAdded()).when(back).thenNothing();
  });

  it('finds no tool that was never offered', () => given(tool).when(back).thenThrows(NotFound));
});
