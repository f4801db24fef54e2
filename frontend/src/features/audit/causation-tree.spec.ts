import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../modules/audit/contract.ts';
import { type Cause, causationTree } from './causation-tree.ts';

function entry(position: number, causedBy?: number): HistoryEntry {
  const meta = { schema: 1, time: '', command: '', commandId: '', correlationId: 'c' };
  return {
    position: String(position),
    stream: 'tool-t1',
    revision: position,
    type: 'ToolAdded',
    at: '2030-01-02T03:04:05.000000Z',
    actor: { uid: 'u1', role: 'user', name: 'Demo Shopper' },
    correlationId: 'c',
    causationId: causedBy === undefined ? null : `e${causedBy}`,
    entity: 'tool:t1',
    sentence: `Event ${position}`,
    changes: [],
    event: { id: `e${position}`, type: 'ToolAdded', data: {}, meta },
  };
}

const below = (entries: readonly HistoryEntry[]) => entries.map((one) => ({ ...one, depth: 1 }));
const outline = (causes: readonly Cause[]): unknown[] =>
  causes.map(({ entry: { position }, is, effects }) => [position, is, ...outline(effects)]);

describe('the tree of a request', () => {
  it('has below each event what it caused, in the order of the log', () => {
    const tree = causationTree({
      event: entry(5, 2),
      causes: [entry(2, 1), entry(1)],
      effects: below([entry(7, 5), entry(6, 5), entry(8, 7)]),
      beside: [entry(3, 1), entry(4)],
      more: false,
    });
    expect(outline(tree)).toEqual([
      ['1', 'cause', ['2', 'cause', ['5', 'this', ['6', 'effect'], ['7', 'effect', ['8', 'effect']]]], ['3', 'beside']],
      ['4', 'beside'],
    ]);
  });

  it('has what no event caused at its top, and what is caused by what is not told of', () => {
    const tree = causationTree({ event: entry(9, 1), causes: [], effects: [], beside: [entry(11)], more: true });
    expect(outline(tree)).toEqual([
      ['9', 'this'],
      ['11', 'beside'],
    ]);
  });

  it('ends, whatever it is told', () => {
    const { event } = entry(1);
    const ofItself = { ...entry(1, 1), event };
    expect(outline(causationTree({ event: ofItself, causes: [], effects: [], beside: [], more: false }))).toEqual([
      ['1', 'this'],
    ]);
  });
});
