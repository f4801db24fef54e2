import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { HungUp, Invalid, Unavailable } from '../../modules/kernel/errors.ts';
import type { MakePicture } from '../../modules/pictures/upload/upload.ts';
import type { FromMaker } from './making-process.ts';

/** In which time a picture must be made, in milliseconds: a slow one takes five seconds of a core. */
const longest = 30_000;

/**
 * Makes a picture in a process of its own, which has nothing else in its memory, nothing of the environment, and is ended with
 * whatever it has taken: decoders are large, and what they are given comes from anywhere. Whoever calls the shop meanwhile
 * goes before it.
 */
export const makeSizes: MakePicture = (bytes, signal) =>
  new Promise((resolve, reject) => {
    const maker = fork(join(import.meta.dirname, 'making-process.ts'), {
      execArgv: ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning'],
      env: { MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const end = (say: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', hangUp);
      maker.kill('SIGKILL');
      say();
    };
    const hangUp = () => end(() => reject(signal.reason ?? new HungUp('The caller has hung up.')));
    const timer = setTimeout(() => end(() => reject(new TooSlowToMake())), longest);
    signal.addEventListener('abort', hangUp, { once: true });
    maker.once('message', (said) => {
      const answer = said as FromMaker;
      end(() => ('refused' in answer ? reject(new NoSuchPicture(answer.refused)) : resolve(answer.sizes)));
    });
    // Without an answer: the picture was more than it could bear, or the machine has not got what it needs.
    maker.once('exit', (code, killed) => end(() => reject(code === 3 ? cannotMake() : new BrokeTheMaker(killed))));
    maker.once('error', (cause) => end(() => reject(cannotMake(cause))));
    if (maker.pid !== undefined) setPriority(maker.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    maker.send(bytes, () => {}); // Whether it has come, its end says.
  });

class NoSuchPicture extends Invalid {}

class TooSlowToMake extends Invalid {
  constructor() {
    super('This picture takes too long to read. Please save it smaller, and try again.');
  }
}

class BrokeTheMaker extends Invalid {
  constructor(killed: string | null) {
    super('This picture cannot be read. Please save it anew, and try again.', []);
    this.cause = killed;
  }
}

const cannotMake = (cause?: unknown) =>
  new Unavailable('Pictures cannot be read on this machine: sharp is not installed for it.', { cause });
