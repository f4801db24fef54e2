import { describe, expect, it } from 'vitest';
import { Telling } from '../../../modules/audit/telling.ts';
import { sessionHistory } from '../../../modules/identity/history.ts';
import type { DomainEvent, StoredEvent } from '../../../modules/kernel/event.ts';
import { mailHistory } from '../../../modules/mails/history.ts';
import { mailClaimed } from '../../../modules/mails/testing/examples.ts';
import { newEvent } from '../../testing/deciding/new-event.ts';
import { operationHistory } from './operation-history.ts';

const telling = new Telling([sessionHistory, mailHistory, ...operationHistory]);
const sid = '0198c0de-6c0a-8000-9000-000000000007';
const stored = (stream: string, event: DomainEvent): StoredEvent => ({
  ...newEvent(event),
  ...{ stream, revision: 0n, position: 1n },
});

/** Events of other streams that say which event they are because of. */
const because: readonly (readonly [string, StoredEvent])[] = [
  ['mail', stored('mail-m1', mailClaimed({ because: { stream: `session-${sid}`, revision: 2 } }))],
  [
    'decision to pass over it',
    stored('skipped-events', {
      type: 'EventSkipped',
      data: {
        ...{ reader: 'sessions', eventId: 'e1', eventType: 'SessionStarted', reason: 'known' },
        eventStream: `session-${sid}`,
      },
    }),
  ],
];

describe('what names a session', () => {
  it.each(because)('is not told by a %s because of it', (_, event) => {
    const names = { actor: 'the shop', person: () => 'somebody', tool: () => 'a tool' };
    const view = telling.viewOf(event.stream);
    const shown = view?.shown(view.evolve(view.initial, event));
    const entry = telling.entryOf(event, { changes: [], names });
    expect(JSON.stringify([entry, shown])).not.toContain(sid);
    expect(JSON.stringify(entry)).toMatch(/"(stream|eventStream)":"session"/);
  });

  it('is all that is left out: what an order is called stands there', () => {
    const event = stored('mail-m1', mailClaimed());
    const names = { actor: 'the shop', person: () => 'somebody', tool: () => 'a tool' };
    expect(telling.entryOf(event, { changes: [], names }).event?.data).toEqual(event.data);
  });
});
