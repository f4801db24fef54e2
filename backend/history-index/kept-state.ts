/** A state to be kept under a name: of a stream as of a revision, of a tally as of a position. */
export type KeptState = {
  readonly name: string;
  readonly version: number;
  readonly at: number;
  readonly state: string;
};

/** The newest that is kept under a name, as of a revision or position. */
export function newestKept(
  kept: readonly KeptState[],
  { name, version, upTo }: { readonly name: string; readonly version: number; readonly upTo: bigint },
): KeptState | undefined {
  let newest: KeptState | undefined;
  for (const one of kept) {
    if (one.name !== name || one.version !== version || one.at > upTo) continue;
    if (!newest || one.at > newest.at) newest = one;
  }
  return newest;
}
