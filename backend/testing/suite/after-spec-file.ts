let started: (() => Promise<void>)[] = [];

/** Has something that was started for a spec file ended after the file's own hooks. */
export function afterSpecFile(end: () => Promise<void>): void {
  started.push(end);
}

/** Ends it all, one after the other. */
export async function endWhatWasStarted(): Promise<void> {
  const ends = started;
  started = [];
  for (const end of ends) await end();
}
