import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { NotFound } from '../../kernel/errors.ts';
import { mostPieces } from '../../kernel/wire/most-pieces.ts';
import { stockAdjusted, stockReserved, toolAdded, toolRetired } from '../testing/examples.ts';
import { type Tool, tool } from '../tool.ts';
import { adjustStock, FewerPiecesFree, TooManyPieces } from './adjust-stock.ts';

const by = (change: number) => (state: Tool) =>
  adjustStock({ type: 'AdjustStock', toolId: 't1', change, reason: 'Delivered' }, state);

describe('putting pieces on the shelf by hand, or taking them off', () => {
  it('says how many, why, and how many are free then', () => {
    given(tool, toolAdded())
      .when(by(5))
      .then(stockAdjusted({ available: 15 }));
    given(tool, toolAdded())
      .when(by(-10))
      .then(stockAdjusted({ change: -10, available: 0 }));
  });

  it('leaves orders what is set aside for them', () => {
    given(tool, toolAdded(), stockReserved({ quantity: 4 }))
      .when(by(-6))
      .then(stockAdjusted({ change: -6, available: 0 }));
    given(tool, toolAdded(), stockReserved({ quantity: 4 }))
      .when(by(-7))
      .thenThrows(FewerPiecesFree, /^Only 6 pieces are free\.$/);
    given(tool, toolAdded({ available: 1 }))
      .when(by(-2))
      .thenThrows(FewerPiecesFree, /^Only 1 piece is free\.$/);
  });

  it('refuses more than can be counted', () => {
    given(tool, toolAdded({ available: 1 }))
      .when(by(mostPieces))
      .thenThrows(TooManyPieces);
    given(tool, toolAdded({ available: 0 }))
      .when(by(mostPieces))
      .then(stockAdjusted({ change: mostPieces, available: mostPieces }));
  });

  it('takes pieces off where there are too many, also where too many stay', () => {
    const full = toolAdded({ available: mostPieces + 10 });
    given(tool, full)
      .when(by(-9))
      .then(stockAdjusted({ change: -9, available: mostPieces + 1 }));
    given(tool, full).when(by(1)).thenThrows(TooManyPieces);
  });

  it('is for a retired tool too', () =>
    given(tool, toolAdded(), toolRetired())
      .when(by(5))
      .then(stockAdjusted({ available: 15 })));

  it('finds no tool that was never offered', () => given(tool).when(by(1)).thenThrows(NotFound));
});
