import type { ReadModels } from '../../../modules/kernel/read-models.ts';

export type BehindOptions = {
  readonly file: string;
  readonly onDiscarded?: (reason: string) => void;
  /** Hears of each writing how it went: why it failed, or undefined. Nobody waits for it who would hear it otherwise. */
  readonly onWritten?: (failure: string | undefined) => void;
};

export type ReadModelsBehind = ReadModels & {
  /** Resolves when all that was committed by now is in the file. @throws Unavailable when it cannot be written. */
  flush(): Promise<void>;
};
