import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DomainEvent } from '../../modules/kernel/event.ts';
import type { EventDeclaration } from '../../modules/kernel/stored-events.ts';
import type { SourceTypes } from './source-types.ts';

/** Which fixtures are frozen, and what they are: their SHA-256, by their path from the root. */
const frozenFile = 'backend/event-catalogue/frozen-fixtures.json';

/** Data of an event as a shop of that version wrote it: one example or several, for what has several shapes. */
export type Fixture = { readonly type: string; readonly version: number; readonly path: string };

/** The fixture that each version of each event has to have. */
export function fixturesOf(source: SourceTypes, declarations: ReadonlyMap<string, EventDeclaration>): Fixture[] {
  return [...declarations].flatMap(([type, { versions }]) => {
    // Of the module, or of the part of the backend, whichever folder of it declares the event.
    const folder = source.events.get(type)?.file.split('/').slice(0, 2).join('/');
    return [...versions.keys()].map((version) => ({
      type,
      version,
      path: `${folder}/fixtures/${type}.v${version}.json`,
    }));
  });
}

/** All data of a fixture: what was frozen first, and what shops wrote once the event had got further fields. */
export function readFixture(root: string, { path }: Fixture): readonly unknown[] | undefined {
  if (!existsSync(join(root, path))) return undefined;
  return [path, ...additionsTo(root, path)].flatMap((one): unknown[] =>
    JSON.parse(readFileSync(join(root, one), 'utf8')),
  );
}

/**
 * An event may get a field that can be left out without another version. What was frozen does not have it, and stays: examples
 * that do are frozen beside it, in `ToolAdded.v1.1.json`, and those that have one that came later still in `ToolAdded.v1.2.json`.
 */
function additionsTo(root: string, path: string): string[] {
  const found: string[] = [];
  for (let next = additionTo(path, 1); existsSync(join(root, next)); next = additionTo(path, found.length + 1)) {
    found.push(next);
  }
  return found;
}

const additionTo = (path: string, number: number) => path.replace(/\.json$/, `.${number}.json`);

/** All fixtures that are there, by their paths from the root. */
export function fixturePaths(root: string): string[] {
  return globSync('{modules,backend}/*/fixtures/', { cwd: root })
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .sort();
}

/** What each fixture is now, by its path from the root. */
export function digestsOf(root: string): { readonly [path: string]: string } {
  return Object.fromEntries(
    fixturePaths(root).map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex'),
    ]),
  );
}

/** What each fixture was when it was frozen. */
export function frozenIn(root: string): { readonly [path: string]: string } {
  return existsSync(join(root, frozenFile)) ? JSON.parse(readFileSync(join(root, frozenFile), 'utf8')) : {};
}

/**
 * Writes the fixtures that are missing, from the examples that specs use, and those of fields that came later. What is there
 * stays as it is: a shop may have written it.
 * @throws Error for a version that no example is of any more.
 */
export async function writeMissing(
  root: string,
  source: SourceTypes,
  declarations: ReadonlyMap<string, EventDeclaration>,
): Promise<string[]> {
  const examples = await examplesIn(root);
  const missing = fixturesOf(source, declarations).filter(({ path }) => !existsSync(join(root, path)));
  const unmade = missing.filter(
    ({ type, version }) => !examples.has(type) || declarations.get(type)?.version !== version,
  );
  if (unmade.length > 0) {
    const named = unmade.map(({ type, version }) => `${type}, version ${version}`);
    throw new Error(`There is no example of ${named.join('; ')}.`);
  }
  const added = fixturesOf(source, declarations).flatMap((fixture) => {
    const known = readFixture(root, fixture);
    if (!known || declarations.get(fixture.type)?.version !== fixture.version) return [];
    const fields = new Set(known.flatMap((data) => Object.keys(data as object)));
    const isNew = (data: unknown) => Object.keys(data as object).some((name) => !fields.has(name));
    const data = (examples.get(fixture.type) ?? []).filter(isNew);
    const path = additionTo(fixture.path, additionsTo(root, fixture.path).length + 1);
    return data.length > 0 ? [{ path, data }] : [];
  });
  const written = [...missing.map(({ type, path }) => ({ path, data: examples.get(type) })), ...added];
  for (const { path, data } of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${JSON.stringify(data, null, 2)}\n`);
  }
  // What is frozen stays as it was said to be, also where a file was changed meanwhile: that has to show.
  const frozen = { ...digestsOf(root), ...frozenIn(root) };
  writeFileSync(join(root, frozenFile), `${JSON.stringify(frozen, Object.keys(frozen).sort(), 2)}\n`);
  return written.map(({ path }) => path);
}

/** The data of every example event, by its type; each once. */
async function examplesIn(root: string): Promise<Map<string, unknown[]>> {
  const files = globSync(['modules/*/testing/*examples.ts', 'backend/event-catalogue/examples.ts'], { cwd: root });
  const found = new Map<string, unknown[]>();
  for (const file of files.sort()) {
    const makers: unknown[] = Object.values(await import(join(root, file)));
    for (const maker of makers) {
      for (const { type, data } of eventsBy(maker)) {
        const known = found.get(type) ?? [];
        // As it is stored: what is undefined is left out.
        const stored: unknown = JSON.parse(JSON.stringify(data));
        if (known.some((one) => JSON.stringify(one) === JSON.stringify(stored))) continue;
        found.set(type, [...known, stored]);
      }
    }
  }
  return found;
}

/** The events that an example makes by itself. */
function eventsBy(maker: unknown): DomainEvent[] {
  if (typeof maker !== 'function') return [];
  const made: unknown = maker();
  return (Array.isArray(made) ? made : [made]).filter(isEvent);
}

function isEvent(value: unknown): value is DomainEvent {
  return typeof value === 'object' && value !== null && 'type' in value && 'data' in value;
}
