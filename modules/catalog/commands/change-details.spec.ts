import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { NotFound } from '../../kernel/errors.ts';
import type { ToolDetails } from '../events.ts';
import {
  describedToolAdded,
  stockAdjusted,
  stockReserved,
  toolAdded,
  toolDetailsChanged,
  toolRepriced,
  toolRetired,
} from '../testing/examples.ts';
import { type Tool, tool } from '../tool.ts';
import { type ChangeDetails, changeDetails, ToolChangedMeanwhile } from './change-details.ts';

const { toolId, available: _, perPrice, totalPrice, ...details } = toolAdded().data;

const change =
  (but: Partial<ToolDetails> = {}, and: Partial<ChangeDetails> = {}) =>
  (state: Tool) =>
    changeDetails(
      {
        type: 'ChangeDetails',
        toolId,
        version: 0,
        details: { ...details, ...but },
        ...{ perPrice, totalPrice },
        ...and,
      },
      state,
    );
const dearer = { perPrice: toolRepriced().data.perPrice, totalPrice: toolRepriced().data.totalPrice };
const specifications = [{ name: 'Weight', value: '450 g' }];

describe('saying anew what a tool is', () => {
  it('says what is another one, and nothing else', () =>
    given(tool, toolAdded())
      .when(change({ name: 'Hammer', ratings: 5 }))
      .then(toolDetailsChanged({ name: 'Hammer', ratings: 5 })));

  it('changes nothing when nothing is new', () => given(tool, toolAdded()).when(change()).thenNothing());

  it('takes none and an empty list for the same', () =>
    given(tool, toolAdded())
      .when(change({ category: undefined, specifications: [], pictures: [] }))
      .thenNothing());

  it('says the price apart, with the same version', () => {
    given(tool, toolAdded()).when(change({}, dearer)).then(toolRepriced());
    given(tool, toolAdded())
      .when(change({ category: 'Hand tools' }, dearer))
      .then(toolDetailsChanged({ category: 'Hand tools' }), toolRepriced());
  });

  it('gives and takes away what a tool need not have', () => {
    given(tool, toolAdded())
      .when(change({ category: 'Hand tools', specifications, pictures: ['/b.svg'] }))
      .then(toolDetailsChanged({ category: 'Hand tools', specifications, pictures: ['/b.svg'] }));
    given(tool, describedToolAdded())
      .when(change())
      .then(toolDetailsChanged({ category: null, specifications: [], pictures: [] }));
    given(tool, describedToolAdded(), toolDetailsChanged({ category: null, specifications: [], pictures: [] }))
      .when(change({}, { version: 1 }))
      .thenNothing();
  });

  it('refuses who has not seen the last change, of details or of price', () => {
    for (const changed of [toolDetailsChanged({ name: 'Hammer' }), toolRepriced()]) {
      given(tool, toolAdded(), changed)
        .when(change({ name: 'Mallet' }))
        .thenThrows(ToolChangedMeanwhile, /Somebody changed this tool meanwhile/);
    }
    given(tool, toolAdded())
      .when(change({}, { version: 1 }))
      .thenThrows(ToolChangedMeanwhile);
  });

  it('counts each change', () =>
    given(tool, toolAdded(), toolDetailsChanged({ name: 'Hammer' }), toolRepriced())
      .when(change({ name: 'Mallet' }, { version: 1, ...dearer }))
      .then(toolDetailsChanged({ version: 2, name: 'Mallet' })));

  it('is no conflict with a sale, or with what came in, and is for a retired tool too', () =>
    given(tool, toolAdded(), stockReserved(), stockAdjusted(), toolRetired())
      .when(change({ name: 'Hammer' }))
      .then(toolDetailsChanged({ name: 'Hammer' })));

  it('finds no tool that was never offered', () => given(tool).when(change()).thenThrows(NotFound));
});
