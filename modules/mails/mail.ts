import type { Aggregate } from '../kernel/aggregate.ts';
import type { Because, MailEvent } from './events.ts';

/** What has become of a mail: nobody knows of it, a node sends it, or it is done with. */
export type PostedMail =
  | { readonly status: 'none' }
  | { readonly status: 'claimed'; readonly because: Because; readonly attempt: number; readonly until: string }
  | { readonly status: 'done'; readonly because: Because };

function evolve(state: PostedMail, event: MailEvent): PostedMail {
  switch (event.type) {
    case 'MailClaimed': {
      const { because, attempt, until } = event.data;
      return { status: 'claimed', because, attempt, until };
    }
    case 'MailSent':
    case 'MailGivenUp':
      return state.status === 'none' ? state : { status: 'done', because: state.because };
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}

export const mail: Aggregate<PostedMail, MailEvent> = { name: 'mail', initial: { status: 'none' }, evolve };

/** Whether a mail is because of this event. */
export function isBecauseOf(state: PostedMail, { stream, revision }: Because): boolean {
  return state.status !== 'none' && state.because.stream === stream && state.because.revision === revision;
}
