import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../runtime/processes/give-way.ts';
import { isInPlace, type OpenFile, openFile } from '../../runtime/sqlite/disposable-database.ts';
import { isDamage } from '../../runtime/sqlite/sqlite-fault.ts';
import { countOf as countIn } from '../sqlite-lists.ts';
import { readModelsFile } from '../sqlite-schema.ts';
import { prepareStatements, type Statements } from '../sqlite-statements.ts';
import { dropped, moveCheckpoint, storedIn, write } from '../sqlite-writes.ts';
import type { Answer, Outcome, Request, ToWrite } from './jobs.ts';
import { countOf, type PackedDocuments, unpackDocuments } from './packed-documents.ts';

/**
 * Writes the file of read models in a thread of its own: a writing is many thousands of rows, and now and then moves all that
 * was written lately into its place, which waits for the disk.
 */
const file = String(workerData);

/**
 * How long it waits for another process that writes, in milliseconds; how many pages of 8 KiB are written before they are
 * moved into the file, for which nobody waits here but the next writing; and how much of the file is kept in the memory, in
 * KiB: entries go all over the index.
 */
const settings = ['busy_timeout = 2000', 'wal_autocheckpoint = 4000', 'cache_size = -8000'];

type Opened = OpenFile & { readonly statements: Statements };

let opened: Opened | undefined;
/** What has come of each projection for the next writing. */
let came = new Map<string, { readonly parts: PackedDocuments[]; documents: number }>();

giveWay();

parentPort?.on('message', (request: Request) => {
  if (request.kind === 'part') {
    const earlier = came.get(request.name) ?? { parts: [], documents: 0 };
    came.set(request.name, earlier);
    earlier.parts.push(request.part);
    earlier.documents += countOf(request.part);
  } else if (request.kind === 'close') {
    close();
    parentPort?.close();
  } else {
    parentPort?.postMessage(carriedOut(request));
    came = new Map();
  }
});

function carriedOut(request: Exclude<Request, { kind: 'part' | 'close' }>): Answer {
  try {
    const { database, statements } = inPlace();
    if (request.kind === 'count') {
      const row = countIn(statements.lists, request.name, request);
      return {
        kind: 'done',
        outcomes: [{ isWritten: false, stored: storedIn(row) }],
        entries: Number(row?.documents ?? 0),
      };
    }
    statements.begin.run();
    try {
      const outcomes = request.kind === 'write' ? request.projections.map((one) => written(statements, one)) : [];
      if (request.kind === 'drop') dropped(statements, request.name);
      statements.commit.run();
      return { kind: 'done', outcomes };
    } catch (error) {
      if (database.isTransaction) statements.rollback.run();
      throw error;
    }
  } catch (error) {
    close();
    return { kind: 'failed', isDamaged: isDamage(error), reason: error instanceof Error ? error.message : `${error}` };
  }
}

function written(statements: Statements, { name, from, upTo, documents: count }: ToWrite): Outcome {
  const { parts, documents } = came.get(name) ?? { parts: [], documents: 0 };
  // The thread before this one may have ended with some of them.
  if (documents !== count) throw new Error(`Of ${count} documents ${documents} came.`);
  const number = moveCheckpoint(statements, name, from, upTo);
  if (number === undefined) return { isWritten: false, stored: storedIn(statements.checkpoint.get(name)) };
  write(statements, number, parts.flatMap(unpackDocuments));
  return { isWritten: true, stored: { number, position: upTo } };
}

/** The file that is in its place now: another process may have put a new one there. */
function inPlace(): Opened {
  if (opened && !isInPlace(file, opened.inode)) close();
  if (!opened) {
    const open = openFile(file, readModelsFile, () => {});
    for (const setting of settings) open.database.exec(`PRAGMA ${setting}`);
    opened = { ...open, statements: prepareStatements(open.database) };
  }
  return opened;
}

function close(): void {
  opened?.database.close();
  opened = undefined;
}
