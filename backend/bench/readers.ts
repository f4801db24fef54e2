import { startChild } from './child-server.ts';
import type { Measured } from './figures/figure.ts';

/** Has four people read a page over and over while something else is asked of the same server (reading-people.ts). */
export async function withReaders<Result>(
  url: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; read: Partial<Measured> }> {
  const people = await startChild('reading-people.ts', [url, '4']);
  try {
    await people.ask();
    const result = await work();
    return { result, read: (await people.ask()) as Measured };
  } finally {
    await people.stop();
  }
}
