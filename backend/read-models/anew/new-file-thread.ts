import { existsSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf } from '../../runtime/sqlite/sqlite-fault.ts';
import type { Answer, Request, ThreadData } from './jobs.ts';
import { NewFile } from './new-file.ts';
import { lastNumberIn, putInPlace } from './put-in-place.ts';

/** Makes a file of read models in a thread of its own: whoever folds the events does nothing else. */
const { file, inPlaceOf, mayGo } = workerData as ThreadData;
let made: NewFile | undefined;
let lastNumber = 0;

function begun(): NewFile {
  lastNumber = lastNumberIn(inPlaceOf);
  for (;;) {
    const begun = new NewFile(file, lastNumber);
    if (existsSync(file)) return begun;
    // Whoever starts at this moment took it for one that was left, as it was not locked yet.
    begun.close();
  }
}

function answerTo(request: Request): Answer {
  try {
    made ??= begun();
    if (request.kind === 'put') made.put(request.name, request.position, request.part);
    else if (request.kind === 'read') return { kind: 'found', documents: made.read(request.name, request.ids) };
    else if (request.kind === 'finish') made.finish();
    else if (request.kind === 'install') {
      return { kind: 'installed', isInstalled: putInPlace(file, inPlaceOf, { mayGo, lastNumber }) };
    }
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error, file) };
  }
}

parentPort?.on('message', (request: Request) => {
  const answer = answerTo(request);
  const isOver = answer.kind === 'failed' || answer.kind === 'installed';
  if (isOver) {
    made?.close();
    if (answer.kind === 'failed' || !answer.isInstalled) rmSync(file, { force: true });
  }
  parentPort?.postMessage(answer);
  if (isOver) parentPort?.close();
});
