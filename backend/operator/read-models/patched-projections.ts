import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Projection } from '../../../modules/kernel/projection.ts';
import { isThere } from '../../runtime/files/is-there.ts';
import { BadSetting } from '../../start/settings/config.ts';

/**
 * The projections that a file exports, each in the place of the shop's own of that name. The file is run: it may do all that
 * whoever runs it may.
 * @throws BadSetting for a file that cannot be loaded, or has no projection of the shop's
 */
export async function patchedProjections(
  file: string,
  own: readonly Projection[],
): Promise<ReadonlyMap<string, Projection>> {
  const path = resolve(file);
  if (!isThere(path)) throw new BadSetting(`There is no file ${file}`);
  let exported: Record<string, unknown>;
  try {
    exported = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (reason) {
    const said = reason instanceof Error ? reason.message : String(reason);
    throw new BadSetting(`${file} cannot be loaded: ${said.trim().replaceAll(/\s*\n\s*/g, ' ')}`);
  }
  const found = Object.values(exported).filter(isProjection);
  const names = own.map(({ name }) => name);
  const strange = found.find(({ name }) => !names.includes(name));
  if (strange) throw new BadSetting(`${file}: the shop has no projection ${strange.name}, but ${names.join(', ')}`);
  if (found.length === 0) throw new BadSetting(`${file} exports no projection`);
  return new Map(found.map((projection) => [projection.name, projection]));
}

function isProjection(value: unknown): value is Projection {
  return (
    typeof value === 'object' && value !== null && 'storedAs' in value && 'entriesOf' in value && 'evolve' in value
  );
}
