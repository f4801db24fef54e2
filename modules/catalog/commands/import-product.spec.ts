import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import { NotFound } from '../../kernel/errors.ts';
import type { ToolDetails, ToolEvent } from '../events.ts';
import {
  stockAdjusted,
  stockReleased,
  stockReserved,
  stockSold,
  toolAdded,
  toolDetailsChanged,
  toolRepriced,
  toolRetired,
} from '../testing/examples.ts';
import { type KnownTool, type Tool, tool } from '../tool.ts';
import { FewerPiecesFree } from './adjust-stock.ts';
import { ToolChangedMeanwhile } from './change-details.ts';
import { type ImportProduct, importProduct, StockAdjustedMeanwhile } from './import-product.ts';

const { toolId, available: _, perPrice, totalPrice, ...details } = toolAdded().data;
const dearer = { perPrice: toolRepriced().data.perPrice, totalPrice: toolRepriced().data.totalPrice };
const reason = 'Said in an imported file';

type Row = { details?: Partial<ToolDetails>; prices?: typeof dearer; version?: number; stock?: ImportProduct['stock'] };

const bring =
  ({ details: but = {}, prices = { perPrice, totalPrice }, version = 0, stock }: Row) =>
  (state: Tool) => {
    const said = { version, details: { ...details, ...but }, ...prices };
    return importProduct({ type: 'ImportProduct', toolId, said, stock }, state);
  };

describe('a row of an imported file', () => {
  it('changes what it says, its price and its stock together', () =>
    given(tool, toolAdded())
      .when(bring({ details: { name: 'Hammer' }, prices: dearer, stock: { change: 5, stocked: 10 } }))
      .then(
        toolDetailsChanged({ name: 'Hammer' }),
        toolRepriced(),
        stockAdjusted({ change: 5, reason, available: 15 }),
      ));

  it('that says what is so already changes nothing', () => given(tool, toolAdded()).when(bring({})).thenNothing());

  it('is carried out though pieces were sold, set aside and given back since the export, and undoes none of it', () =>
    given(
      tool,
      toolAdded(),
      stockReserved({ quantity: 4 }),
      stockSold({ quantity: 4 }),
      stockReserved({ bookingId: 'b2', quantity: 3 }),
    )
      .when(bring({ details: { name: 'Hammer' }, stock: { change: -2, stocked: 10 } }))
      .then(toolDetailsChanged({ name: 'Hammer' }), stockAdjusted({ change: -2, reason, available: 1 })));

  it('is refused, all of it, when somebody changed the tool, adjusted its stock, or fewer pieces are free', () => {
    const both = { details: { name: 'Hammer' }, stock: { change: -2, stocked: 10 } };
    given(tool, toolAdded(), toolDetailsChanged({ name: 'Maul' }))
      .when(bring(both))
      .thenThrows(ToolChangedMeanwhile);
    given(tool, toolAdded(), stockAdjusted({ change: 1 }))
      .when(bring(both))
      .thenThrows(StockAdjustedMeanwhile);
    given(tool, toolAdded(), stockReserved({ quantity: 9 }))
      .when(bring(both))
      .thenThrows(FewerPiecesFree, /Only 1 piece is free/);
  });

  it('says nothing of stock where it was adjusted, and the row is about something else', () =>
    given(tool, toolAdded(), stockAdjusted({ change: 1 }))
      .when(bring({ details: { name: 'Hammer' } }))
      .then(toolDetailsChanged({ name: 'Hammer' })));

  it('changes a retired tool, too, and none that there is not', () => {
    given(tool, toolAdded(), toolRetired())
      .when(bring({ details: { name: 'Hammer' } }))
      .then(toolDetailsChanged({ name: 'Hammer' }));
    given(tool).when(bring({})).thenThrows(NotFound);
  });
});

describe('whatever happens between an export and its import', () => {
  const sale = (at: number, quantity: number): ToolEvent[] => [
    stockReserved({ bookingId: `b${at}`, quantity }),
    ...(at % 3 === 0 ? [stockSold({ bookingId: `b${at}`, quantity })] : []),
    ...(at % 3 === 1 ? [stockReleased({ bookingId: `b${at}`, quantity })] : []),
  ];
  const happening = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constant('sale' as const), quantity: fc.integer({ min: 1, max: 3 }) }),
    },
    fc.record({ what: fc.constant('change' as const), name: fc.constantFrom('Maul', 'Mallet') }),
    fc.record({ what: fc.constant('count' as const), change: fc.constantFrom(-1, 2, 7) }),
  );

  it('a sale is no conflict, and of two admins neither overwrites what the other has said', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 8 }), fc.integer({ min: -30, max: 30 }), (between, change) => {
        let state = fold(tool, [toolAdded({ available: 30 })]) as KnownTool;
        const exported = state;
        for (const [at, each] of between.entries()) {
          const events: ToolEvent[] =
            each.what === 'sale'
              ? sale(at, each.quantity)
              : each.what === 'change'
                ? [toolDetailsChanged({ version: state.version + 1, name: each.name })]
                : [stockAdjusted({ change: each.change })];
          state = events.reduce(tool.evolve, state) as KnownTool;
        }
        const stock = change === 0 ? undefined : { change, stocked: exported.stocked };
        const row = bring({ details: { name: 'Hammer' }, version: exported.version, stock });
        const [isChanged, isCounted] = [state.version !== exported.version, state.stocked !== exported.stocked];
        if (isChanged || (stock && (isCounted || state.available + change < 0))) {
          expect(() => row(state)).toThrow();
          return;
        }
        const after = row(state).reduce<Tool>(tool.evolve, state) as KnownTool;
        expect(after.available).toBe(state.available + change);
        expect(after.stocked).toBe(state.stocked + change);
        expect(after.reserved.saved()).toEqual(state.reserved.saved());
        expect(after.details.name).toBe('Hammer');
      }),
    );
  });
});
