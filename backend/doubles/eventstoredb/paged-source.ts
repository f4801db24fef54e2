import type { EventFilter } from './event-filter.ts';
import type { EventLog } from './event-log.ts';
import type { Start } from './read-request.ts';
import type { Place, SubscriptionSource } from './subscription-source.ts';

/** How many events that pass the server reads in one go. */
const PAGE = 32;

/**
 * Everything after a position, as later servers have it (25.0, `Enumerator.AllSubscriptionFiltered`): in pages, until one comes to the
 * end of the log. What they tell then, and now and then before, is where the last event stands, or where the page begins if that
 * is further. It begins where the one before has ended: with a prepare position of 0, as nothing that stands there was looked at. One
 * that was full with the last event of the log is followed by one without events.
 */
export function pagedSource(log: EventLog, from: Start, filter: EventFilter): SubscriptionSource {
  const after = typeof from === 'bigint' ? from : -1n;
  let index = startIndex(log, from);
  let isLive = from === 'end';
  let told: Place = at(after);
  let page = { begins: told, passed: 0, looked: 0 };
  let sinceCheckpoint = 0;

  function checkpoint(place: Place) {
    sinceCheckpoint %= filter.checkpointEvery;
    if (isFurther(place, told)) told = place;
    return { item: 'place', place: told } as const;
  }

  return {
    next() {
      for (;;) {
        const isDue = sinceCheckpoint >= filter.checkpointEvery;
        if (isLive && isDue) return checkpoint(at(log.at(index - 1)?.position ?? after));
        if (!isLive && (page.passed >= PAGE || page.looked >= filter.window)) {
          const { begins } = page;
          page = { begins: { commit: log.endBefore(index), prepare: 0n }, passed: 0, looked: 0 };
          if (isDue) return checkpoint(begins);
        }
        const event = log.at(index);
        if (!event && isLive) return undefined;
        if (!event) {
          isLive = true;
          sinceCheckpoint = 0;
          return checkpoint(page.begins);
        }
        index += 1;
        page.looked += 1;
        sinceCheckpoint += 1;
        if (!filter.passes(event)) continue;
        page.passed += 1;
        if (event.position <= after) continue;
        told = at(event.position);
        return { item: 'event', event };
      }
    },
    // What is more than it keeps it reads again in pages, and goes on.
    isBehindBy: () => false,
  };
}

const at = (position: bigint): Place => ({ commit: position, prepare: position });

function startIndex(log: EventLog, from: Start): number {
  if (from === 'start') return 0;
  return from === 'end' ? log.shown : log.indexOf(from);
}

function isFurther(one: Place, other: Place): boolean {
  return one.commit === other.commit ? one.prepare > other.prepare : one.commit > other.commit;
}
