import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Request } from '../anew/jobs.ts';
import { ScratchFile } from './scratch-file.ts';

/** Makes read models that nobody is shown in a thread of its own: whoever folds the events, or compares, does nothing else. */
const scratch = new ScratchFile(workerData as string);

function answerTo(request: Request): Answer {
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
    const reason = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ kind: 'failed', reason } satisfies Answer);
  }
});
