import { execFile } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';

/**
 * What SQLite finds wrong with a database (PRAGMA quick_check), in a few words; undefined for nothing. In a process of its own: of a
 * large one it takes a while, during which a process hears no signal, and cannot end either.
 */
export function wrongWith(file: string, { signal }: { readonly signal: AbortSignal }): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  execFile(process.execPath, [import.meta.filename, file], { signal }, (failure, stdout) => {
    if (failure) reject(failure);
    else resolve(stdout.trim() || undefined);
  });
  return promise;
}

function found(file: string): string {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    const [first] = database.prepare('PRAGMA quick_check(1)').all();
    const said = String(first?.quick_check);
    return said === 'ok' ? '' : said.replaceAll(/\s+/g, ' ');
  } catch (reason) {
    return reason instanceof Error ? reason.message : String(reason);
  }
}

if (import.meta.main) process.stdout.write(found(String(process.argv[2])));
