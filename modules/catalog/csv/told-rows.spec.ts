import { expect, it } from 'vitest';
import { rowTeller } from './told-rows.ts';

it('a cell of twenty characters is told whole where no more is told in full, also of such as take the place of two', () => {
  const told = rowTeller();
  const row = (before: string) => ({
    ...{ line: 2, outcome: 'change' as const, name: 'Drill', errors: [] },
    changes: [{ column: 'name', before, after: '' }],
  });
  told(row('x'.repeat(2_000_000)));
  const said = [20, 21].map((count) => told(row('🔨'.repeat(count))).changes[0]?.before);
  expect(said).toEqual(['🔨'.repeat(20), `${'🔨'.repeat(20)}…`]);
});
