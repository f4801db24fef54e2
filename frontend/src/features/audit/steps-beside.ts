import type { HistorySteps } from '../../../../modules/audit/contract.ts';

/** The positions of the events before and after where one is: null where there is none, undefined where that is not known yet. */
export type Beside = { readonly before: string | null | undefined; readonly after: string | null | undefined };

type Window = Pick<HistorySteps, 'earlier' | 'later'> & {
  readonly steps: readonly Pick<HistorySteps['steps'][number], 'position'>[];
};

/** What stands beside one of the steps at hand. */
export function besideStep({ steps, earlier, later }: Window, index: number): Beside {
  return {
    before: index > 0 ? steps[index - 1]?.position : earlier,
    after: index < steps.length - 1 ? steps[index + 1]?.position : later,
  };
}

/** The same where one has just gone further than the steps at hand, which are still those from before. */
export function besideWindow({ steps, earlier, later }: Window, at: string | undefined): Beside {
  return {
    before: at !== undefined && at === later ? steps.at(-1)?.position : undefined,
    after: at !== undefined && at === earlier ? steps[0]?.position : undefined,
  };
}
