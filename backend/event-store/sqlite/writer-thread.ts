import { parentPort, workerData } from 'node:worker_threads';
import { groupCommit } from './group-commit.ts';
import { connect } from './log-file.ts';
import { ownWrites } from './own-writes.ts';
import { longestTurn, packOutcomes, type Reply, type Request, unpackJobs } from './packed.ts';
import { wholeCheckpoint } from './whole-checkpoint.ts';

/** Runs in a thread of its own, because every commit waits for the disk. Answers each group of jobs with its outcomes. */
const { file, shared }: { file: string; shared: SharedArrayBuffer } = workerData;
const database = connect(file);
const { begin, giveBack, commit } = groupCommit(database, file, ownWrites(shared));
const moveAll = wholeCheckpoint(database);
const reply = (reply: Reply) => parentPort?.postMessage(reply);

/** Whoever has the turn ends it in time; but their thread may stand still, for which others need not. */
let ending: NodeJS.Timeout | undefined;
/** Asked for in a turn, and made behind it. */
let isToMove = false;

function move(): void {
  isToMove = database.isTransaction;
  if (isToMove) return;
  moveAll();
  reply('moved');
}

parentPort?.on('message', (request: Request) => {
  if (request.kind === 'checkpoint') return move();
  clearTimeout(ending);
  if (request.kind === 'commit') {
    reply(packOutcomes(commit(unpackJobs(request.jobs))));
    if (isToMove) move();
  } else if (request.kind === 'begin') {
    reply({ begun: begin() });
    ending = setTimeout(giveBack, longestTurn);
  } else {
    database.close();
    parentPort?.close();
  }
});
