import { DatabaseSync, StatementSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { documentsById, tables } from './sqlite-schema.ts';
import { prepareStatements } from './sqlite-statements.ts';

/** All statements among these, by where they stand. */
function named(among: object, where = ''): [string, StatementSync][] {
  return Object.entries(among).flatMap(([name, one]): [string, StatementSync][] =>
    one instanceof StatementSync ? [[`${where}${name}`, one]] : one ? named(one, `${where}${name}.`) : [],
  );
}

/** What goes through all documents of a projection in their order, a piece at a time: of who looks at all of them. */
const wholes = /^(every|scan)/i;

it('no list, count or document is found by going through all that there are', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(tables);
  database.exec(documentsById);
  const plans = named(prepareStatements(database)).flatMap(([name, { sourceSQL }]) => {
    if (!/\b(entries|documents)\b/.test(sourceSQL)) return [];
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sourceSQL}`).all();
    return [{ name, steps: steps.map(({ detail }) => String(detail)) }];
  });
  expect(plans.length).toBeGreaterThan(10);
  const scanning = plans.filter(
    ({ name, steps }) => !wholes.test(name) && steps.some((step) => /^SCAN (entries|documents)\b/.test(step)),
  );
  expect(scanning).toEqual([]);
});
