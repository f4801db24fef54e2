import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nothingSaid, saidArguments } from '../runtime/processes/said-arguments.ts';
import { eventDeclarations } from '../start/stores/event-declarations.ts';
import { withAllModules } from './all-modules.ts';
import { catalogueFile, catalogueOf } from './catalogue.ts';
import { writeMissing } from './fixtures.ts';
import { SourceTypes } from './source-types.ts';

const help = `
npm run events
Writes docs/events.md anew, and the fixtures of new events and versions. Those that are there are frozen.
`;

saidArguments(help, nothingSaid);
const root = join(import.meta.dirname, '../..');
const source = new SourceTypes(root);
try {
  const written = await writeMissing(root, source, eventDeclarations);
  for (const path of written) console.log(path);
  const page = await withAllModules(async (modules) =>
    catalogueOf({ source, declarations: eventDeclarations, modules }),
  );
  writeFileSync(join(root, catalogueFile), page);
  console.log(catalogueFile);
} finally {
  source.close();
}
