import type { Start } from './read-request.ts';

/** What clients have asked for, in order, since it was last forgotten. */
export class Asked {
  /** To which streams was appended, whether or not anything was written. */
  readonly appends: string[] = [];
  /** Which streams were read, to an end. */
  readonly reads: string[] = [];
  /** Where subscriptions began. */
  readonly subscriptions: Start[] = [];

  forget(): void {
    for (const list of [this.appends, this.reads, this.subscriptions]) list.length = 0;
  }
}
