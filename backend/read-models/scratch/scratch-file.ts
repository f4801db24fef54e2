import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ScannedDocuments, ScannedListings } from '../../../modules/kernel/read-models.ts';
import type { Part, Request } from '../anew/jobs.ts';
import { NewFile } from '../anew/new-file.ts';
import { scannedDocuments, scannedListings } from '../sqlite-scanning.ts';
import { prepareStatements, type Statements } from '../sqlite-statements.ts';
import { noEntries, textIn, write } from '../sqlite-writes.ts';

type From<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>;

/** What a file is called that has a name for a moment, by a UUID; and how it is told from what somebody else has put there. */
export const scratchName = (id: string) => `scratch-${id}.db`;
const isScratchName = /^scratch-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.db$/;

/**
 * Takes away the names of files that processes left which were killed in the moment in which theirs had one; there is nothing in them
 * by then. A file whose process is just there loses its name a little sooner.
 */
function takeNamesAway(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (isScratchName.test(name)) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Read models that nobody is shown, to compare others with. The file has no name any more once it is open: it ends with the
 * process, however that ends, and so nothing of a person who is forgotten can stay in it.
 */
export class ScratchFile {
  readonly #made: NewFile;
  #sorted: { readonly database: DatabaseSync; readonly statements: Statements } | undefined;

  constructor(file: string) {
    takeNamesAway(dirname(file));
    try {
      this.#made = new NewFile(file, 0);
    } finally {
      rmSync(file, { force: true });
    }
  }

  put(name: string, position: string, part: Part): void {
    if (!this.#sorted) {
      this.#made.put(name, position, part);
      return;
    }
    const { database, statements } = this.#sorted;
    const documents = part.ids.map((id, at) => ({
      id,
      document: part.documents[at],
      entries: part.entries[at] ?? noEntries,
    }));
    database.exec('BEGIN');
    write(statements, this.#made.numberOf(name), documents);
    database.exec('COMMIT');
  }

  read(name: string, ids: readonly string[]): (string | undefined)[] {
    if (!this.#sorted) return this.#made.read(name, ids);
    const { document } = this.#sorted.statements;
    const number = this.#made.numberOf(name);
    return ids.map((id) => textIn(document.get(number, id)?.document));
  }

  /** Brings it into order, before it is read through; more may be put into it after. */
  sort(): void {
    const database = this.#made.sort();
    this.#sorted = { database, statements: prepareStatements(database) };
  }

  size(name: string): number {
    return Number(this.#statements.size.get(name)?.documents);
  }

  documents({ name, ...from }: From<'documents'>): ScannedDocuments {
    return scannedDocuments(this.#statements, name, from);
  }

  listings({ name, ...from }: From<'listings'>): ScannedListings {
    return scannedListings(this.#statements, name, from);
  }

  get #statements(): Statements {
    if (!this.#sorted) throw new Error('It is read through once it is in order.');
    return this.#sorted.statements;
  }
}
