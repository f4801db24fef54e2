import type { Projection } from '../projection.ts';

/** Between what a version of a projection is stored as and the number of its build: no name of a projection has it. */
const mark = '~';

/** The name that a build of a projection is stored under: the first has that of the version alone. */
export function buildName(storedAs: string, build: number): string {
  return build === 1 ? storedAs : `${storedAs}${mark}${build}`;
}

/** A build of a projection: the same fold, kept beside other builds of it. */
export function buildOf<Document>(projection: Projection<Document>, build: number): Projection<Document> {
  return build === 1 ? projection : { ...projection, storedAs: buildName(projection.storedAs, build) };
}

/** What the version is stored as that something is a build of. */
export function withoutBuild(name: string): string {
  const at = name.lastIndexOf(mark);
  return at === -1 ? name : name.slice(0, at);
}
