import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { eventDeclarations } from '../start/stores/event-declarations.ts';
import { withAllModules } from './all-modules.ts';
import { catalogueFile, catalogueOf } from './catalogue.ts';
import { SourceTypes } from './source-types.ts';

const root = join(import.meta.dirname, '../..');
const source = new SourceTypes(root);
afterAll(() => source.close());

describe('the catalogue of events', () => {
  it('is what the declarations say: `npm run events` makes it anew', async () => {
    const page = await withAllModules(async (modules) =>
      catalogueOf({ source, declarations: eventDeclarations, modules }),
    );
    expect(readFileSync(join(root, catalogueFile), 'utf8')).toBe(page);
  });

  it('names a stream, and what is stored, of every event', () => {
    for (const type of eventDeclarations.keys()) {
      const streams = source.aggregates.filter(({ types }) => types.includes(type));
      const isPlaced = streams.length > 0 || eventDeclarations.get(type)?.stream !== undefined;
      expect(isPlaced, type).toBe(true);
    }
    expect([...source.events.keys()].sort()).toEqual([...eventDeclarations.keys()].sort());
  });
});
