import { scheduledOnce } from '../../kernel/commands.ts';
import { Bulkhead } from '../../kernel/concurrency/bulkhead.ts';
import { everyPage } from '../../kernel/documents/every-page.ts';
import type { View } from '../../kernel/documents/view.ts';
import type { Timer } from '../../kernel/reactor.ts';
import type { SessionDocument } from '../read-models/sessions.ts';
import type { Sessions } from './sessions.ts';

/** Milliseconds between two looks, and how many sessions are ended before others get their turn. */
const every = 10 * 60_000;
const atOnce = 100;

/**
 * Ends the sessions whose time is over. They were good for nothing any more; now they are in no list either, so that what is kept
 * of whoever is signed in has as many entries as people signed in within 30 days.
 */
export function endRunOut({
  sessions,
  view,
}: {
  sessions: Pick<Sessions, 'endOne'>;
  view: View<SessionDocument>;
}): Timer {
  return {
    name: 'ending sessions that have run out',
    every,
    async run(now, signal) {
      const moment = now.toISOString();
      const bulkhead = new Bulkhead();
      const listed = { index: 'until', key: '', order: 'ascending', limit: atOnce } as const;
      for await (const page of everyPage(view.list, listed)) {
        const due = page.filter(({ expiresAt }) => expiresAt <= moment);
        for (const { sid } of due) {
          if (signal.aborted) return;
          await bulkhead.hold(sessions.endOne(sid, 'ran-out', scheduledOnce('end-session', sid)));
        }
        if (due.length < page.length) break;
      }
      bulkhead.end();
    },
  };
}
