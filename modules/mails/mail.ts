import type { Aggregate } from '../kernel/aggregate.ts';
import type { Because, MailEvent } from './events.ts';

/** What has become of a mail: nobody knows of it, a node sends it, or it is done with. */
export type PostedMail =
  | { readonly status: 'none' }
  | ({ readonly status: 'claimed'; readonly attempt: number; readonly until: string } & Written)
  | ({ readonly status: 'done' } & Written);

/** What was written because of what. */
type Written = { readonly kind: string; readonly because: Because };

function evolve(state: PostedMail, event: MailEvent): PostedMail {
  switch (event.type) {
    case 'MailClaimed': {
      const { kind, because, attempt, until } = event.data;
      return { status: 'claimed', kind, because, attempt, until };
    }
    case 'MailSent':
    case 'MailGivenUp':
      return state.status === 'none' ? state : { status: 'done', kind: state.kind, because: state.because };
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}

export const mail: Aggregate<PostedMail, MailEvent> = { name: 'mail', initial: { status: 'none' }, evolve };

/** Whether a mail is the one of this kind because of this event: an event may write several. */
export function isThatOf(state: PostedMail, { kind, because: { stream, revision } }: Written): boolean {
  if (state.status === 'none' || state.kind !== kind) return false;
  return state.because.stream === stream && state.because.revision === revision;
}
