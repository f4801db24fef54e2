import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { MadeAnew } from '../../../modules/kernel/read-models.ts';
import type { ThreadData } from './jobs.ts';
import { madeAnew, removeLeftovers } from './leftovers.ts';
import { MadeByThread } from './made-by-thread.ts';

/** What has to be done where the file is that is shown. */
type Surroundings = {
  /** Does something while this process writes nothing to it. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  /** There may be another file in its place. */
  readonly replaced: () => void;
};

/** Read models in a new file beside the one that is shown, made by a thread. */
export class MakingAnew extends MadeByThread implements MadeAnew {
  readonly #surroundings: Surroundings;
  readonly #file: string;

  constructor(inPlaceOf: string, mayGo: readonly string[], surroundings: Surroundings) {
    removeLeftovers(inPlaceOf);
    const file = `${inPlaceOf}${madeAnew}${randomUUID()}`;
    super(new URL('./new-file-thread.ts', import.meta.url), { file, inPlaceOf, mayGo } satisfies ThreadData);
    this.#surroundings = surroundings;
    this.#file = file;
  }

  async install(): Promise<boolean> {
    this.handOn();
    await this.ask({ kind: 'finish' });
    let isInstalled = false;
    await this.#surroundings.alone(async () => {
      const answer = await this.ask({ kind: 'install' });
      isInstalled = answer.kind === 'installed' && answer.isInstalled;
      this.#surroundings.replaced();
    });
    return isInstalled;
  }

  async abandon(): Promise<void> {
    await this.end();
    rmSync(this.#file, { force: true });
  }
}
