import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { noticed } from '../../../../modules/kernel/wire/live-wire.ts';

/** What becomes of what is shown when a notice comes, as its module's contract describes it. */
export type Heard<Notice extends z.infer<typeof noticed>> = (notice: Notice, client: QueryClient) => void;

/** By the notice's name. */
export type NoticesHeard = Readonly<Record<string, Heard<never>>>;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * That notices change the answer. `asked`: a notice says that there is something new, and the shop is asked for it
       * again. `told`: it says what, and the shop tells all of it anew to whoever connects.
       */
      live?: 'asked' | 'told';
      /** Nobody else is shown it, nor goes on being shown it once they are none. */
      isForAdmins?: true;
    };
  }
}
