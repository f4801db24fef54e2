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
const wholes = /^scan/i;

/** How each statement on entries or documents goes about it. */
function plans(): { readonly name: string; readonly steps: readonly string[] }[] {
  const database = new DatabaseSync(':memory:');
  database.exec(tables);
  database.exec(documentsById);
  return named(prepareStatements(database)).flatMap(([name, { sourceSQL }]) => {
    if (!/\b(entries|documents)\b/.test(sourceSQL)) return [];
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sourceSQL}`).all();
    return [{ name, steps: steps.map(({ detail }) => String(detail)) }];
  });
}

it('no list, count or document is found by going through all that there are', () => {
  expect(plans().length).toBeGreaterThan(10);
  const scanning = plans().filter(
    ({ name, steps }) => !wholes.test(name) && steps.some((step) => /^SCAN (entries|documents)\b/.test(step)),
  );
  expect(scanning).toEqual([]);
});

it('a page of documents by their ids begins where it begins, and ends where it ends', () => {
  const pages = plans().filter(({ name }) => name.startsWith('lists.byId.'));
  expect(pages.length).toBeGreaterThan(3);
  for (const { name, steps } of pages) {
    expect(steps, name).toContainEqual(
      expect.stringMatching(/^SEARCH documents .*\(projection=\? AND id>\? AND id<\?\)/),
    );
  }
});
