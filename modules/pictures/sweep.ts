import type { Aggregate } from '../kernel/aggregate.ts';
import type { PicturesRemoved } from './events.ts';

/** Some pictures that were taken away together. */
export type Sweep = { readonly isDone: boolean };

export const sweep: Aggregate<Sweep, PicturesRemoved> = {
  name: 'picture-sweep',
  initial: { isDone: false },
  evolve: () => ({ isDone: true }),
};
