import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf } from '../../runtime/sqlite/sqlite-fault.ts';
import type { Answer, Request } from '../anew/jobs.ts';
import { ScratchFile } from './scratch-file.ts';

const file = workerData as string;
/** Makes read models that nobody is shown in a thread of its own: whoever folds the events, or compares, does nothing else. */
let made: ScratchFile | undefined;
let failure: unknown;

/** The file, once it is open. One that could not be opened is not begun again: whoever asked may end this thread in the midst of that. */
function opened(): ScratchFile {
  if (failure !== undefined) throw failure;
  try {
    made ??= new ScratchFile(file);
    return made;
  } catch (error) {
    failure = error;
    throw error;
  }
}

function answerTo(request: Request): Answer {
  const scratch = opened();
  switch (request.kind) {
    case 'put':
      scratch.put(request.name, request.position, request.part);
      return { kind: 'done' };
    case 'read':
      return { kind: 'found', documents: scratch.read(request.name, request.ids) };
    case 'sort':
      scratch.sort();
      return { kind: 'done' };
    case 'size':
      return { kind: 'size', documents: scratch.size(request.name) };
    case 'documents':
      return { kind: 'documents', scanned: scratch.documents(request) };
    case 'listings':
      return { kind: 'listings', scanned: scratch.listings(request) };
    default:
      return { kind: 'failed', reason: `It is never shown: ${request.kind}` };
  }
}

parentPort?.on('message', (request: Request) => {
  try {
    parentPort?.postMessage(answerTo(request));
  } catch (error) {
    parentPort?.postMessage({ kind: 'failed', reason: reasonOf(error, file) } satisfies Answer);
  }
});
