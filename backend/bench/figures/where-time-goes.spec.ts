import { expect, it } from 'vitest';
import { partsOf, scaledTo, tableOfParts } from './where-time-goes.ts';

const node = (id: number, functionName: string, url = '', children: number[] = []) => ({
  id,
  callFrame: { functionName, url },
  children,
});

it('what a thread did is told by whose code did it, native code by who called it, as shares of what it had', () => {
  const profile = {
    nodes: [
      node(1, '(root)', '', [2, 3, 4, 5]),
      node(2, '(idle)'),
      node(3, 'toString', 'file:///shop/backend/http/app.ts', [6]),
      node(4, 'set', 'file:///shop/node_modules/lru-cache/index.js'),
      node(5, '(garbage collector)'),
      node(6, 'hash', ''),
    ],
    samples: [2, 3, 6, 4, 5],
    timeDeltas: [500, 10, 30, 40, 20],
  };
  const parts = partsOf(profile);
  expect(Object.fromEntries(parts)).toEqual({ 'backend/http': 40, 'lru-cache': 40, 'garbage collector': 20 });
  const table = tableOfParts([{ what: 'GET', parts: scaledTo(500, parts), times: 10 }]);
  expect(table).toContain('| backend/http | 20.0 |');
  expect(table.at(-1)).toBe('| all | 50.0 |');
});
