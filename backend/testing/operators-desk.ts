import { Worker } from 'node:worker_threads';
import type { Carried, Order } from './operators-desk.thread.ts';
import { type Ended, withoutProgress } from './shop-process.ts';

/** Threads that have loaded the command line and have nothing to do. */
const idle: Worker[] = [];

/**
 * Carries out a command of operators on the stores that these settings name, and no others, as runOperator does, but by a thread that
 * the tests of a worker share: what a command is made of is loaded once, and not for each. For what a command does and says; how a process
 * of its own begins, hears signals, writes and ends is shown of processes (operator.spec.ts, terminal.spec.ts and others).
 */
export async function operate(environment: Readonly<Record<string, string>>, ...said: string[]): Promise<Ended> {
  const desk = idle.pop() ?? opened();
  const order: Order = { environment: { PATH: process.env.PATH ?? '', ...environment }, said };
  const ended = new Promise<Carried>((resolve, reject) => {
    const gone = () => reject(new Error(`Its thread has ended without a word: ${said.join(' ')}`));
    desk.once('exit', gone).once('error', reject);
    desk.once('message', (all: Carried) => {
      desk.off('exit', gone).off('error', reject);
      resolve(all);
    });
  });
  desk.ref();
  desk.postMessage(order);
  const all = await ended;
  // Whoever ended the thread with its command says so; the next is carried out by another.
  if (!all.hasEnded) {
    desk.unref();
    idle.push(desk);
  }
  return { code: all.code, stdout: all.stdout, stderr: withoutProgress(all.stderr) };
}

function opened(): Worker {
  const compiled = process.env.NODE_COMPILE_CACHE;
  // It ends with the worker's process.
  return new Worker(new URL('./operators-desk.thread.ts', import.meta.url), {
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
  });
}
