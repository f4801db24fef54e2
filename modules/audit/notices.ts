import { type Notices, notices, topic } from '../kernel/notices.ts';
import type { HistoryGrew } from './contract.ts';
import type { HistoryIndex } from './history-index.ts';

/** All of the history grows together. */
const all = 'all';

/** What the history tells admins: that there is more of it, one notice for however many events. */
export function historyNotices(index: HistoryIndex): Notices {
  const grew = topic({
    name: 'history.grew',
    to: 'admins',
    perSecond: 1,
    on: {},
    changes: (changed) => index.onMore(() => changed(all)),
    latest: async () => new Map([[all, { position: index.reached.toString() } satisfies HistoryGrew]]),
  });
  return notices({ topics: [grew] });
}
