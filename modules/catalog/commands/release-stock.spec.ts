import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { stockReleased, stockReserved, toolAdded, toolRepriced } from '../testing/examples.ts';
import { type Tool, tool } from '../tool.ts';
import { releaseStock } from './release-stock.ts';

const release = (state: Tool) => releaseStock({ type: 'ReleaseStock', toolId: 't1', bookingId: 'b1' }, state);

describe('giving pieces back', () => {
  it('gives back as many as were set aside', () =>
    given(tool, toolAdded(), stockReserved({ quantity: 4 }))
      .when(release)
      .then(stockReleased({ quantity: 4 })));

  it('says of what was free that it was, whatever it costs now', () =>
    given(tool, toolAdded(), stockReserved({ unitPrice: { amount: 0, currency: 'usd' } }), toolRepriced())
      .when(release)
      .then(stockReleased({ free: true })));

  it('does nothing the second time', () =>
    given(tool, toolAdded(), stockReserved(), stockReleased()).when(release).thenNothing());

  it('does nothing for an order that has no pieces', () =>
    given(tool, toolAdded(), stockReserved({ bookingId: 'b2' }))
      .when(release)
      .thenNothing());

  it('does nothing for a tool that was never offered', () => given(tool).when(release).thenNothing());
});
