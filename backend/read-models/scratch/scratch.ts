import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Scanning } from '../../../modules/kernel/read-models.ts';
import type { Answer, Request } from '../anew/jobs.ts';
import { MadeByThread } from '../anew/made-by-thread.ts';
import { scratchName } from './scratch-file.ts';

/**
 * Read models that nobody is shown, in a file without a name, which a thread makes: to compare others with.
 * @param folder where there is room on the disk for as much as the read models take
 */
export class Scratch extends MadeByThread {
  readonly scanning: Scanning = {
    isOnce: true,
    size: async (name) => (await this.#asked({ kind: 'size', name })).documents,
    documents: async (name, { after, limit }) => {
      const asOf = await this.checkpoint(name);
      return { ...(await this.#asked({ kind: 'documents', name, after, limit })).scanned, asOf };
    },
    listings: async (name, { after, limit }) => {
      const asOf = await this.checkpoint(name);
      return { ...(await this.#asked({ kind: 'listings', name, after, limit })).scanned, asOf };
    },
  };

  constructor(folder: string) {
    super(new URL('./scratch-thread.ts', import.meta.url), join(folder, scratchName(randomUUID())));
  }

  /** Brings it into order once, when most of it is there: before that it cannot be read through. */
  async sort(): Promise<void> {
    this.handOn();
    await this.ask({ kind: 'sort' });
  }

  /** Asks for what is answered in kind. */
  async #asked<Kind extends 'size' | 'documents' | 'listings'>(
    request: Request & { readonly kind: Kind },
  ): Promise<Answer & { readonly kind: Kind }> {
    this.handOn();
    const answer = await this.ask(request);
    if (isOfKind(answer, request.kind)) return answer;
    throw new TypeError(`${request.kind} was answered by ${answer.kind}`);
  }

  async close(): Promise<void> {
    await this.end();
  }
}

function isOfKind<Kind extends Answer['kind']>(answer: Answer, kind: Kind): answer is Answer & { readonly kind: Kind } {
  return answer.kind === kind;
}
