import type { Projection } from '../../modules/kernel/projection.ts';

/** The same projections as a later release has them: each with a new version, which is built anew beside the old one. */
export function nextVersions(projections: readonly Projection[]): Projection[] {
  return projections.map((projection) => {
    const version = projection.version + 1;
    return { ...projection, version, storedAs: `${projection.name}.v${version}` };
  });
}
