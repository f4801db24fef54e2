import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/deciding/projected.ts';
import { stored } from '../../../backend/testing/stored.ts';
import type { SessionEvent } from '../events.ts';
import { sessionEnded, sessionProved, sessionStarted } from '../testing/examples.ts';
import { sessions } from './sessions.ts';

const inSession = (sid: string, ...events: SessionEvent[]) =>
  events.map((event) => stored(event, { stream: `session-${sid}` }));

describe('the sessions', () => {
  const { uid, startedAt, expiresAt, by, browser } = sessionStarted().data;
  const started = { sid: 's1', uid, startedAt, expiresAt, by, browser, provedAt: startedAt };

  it('show who signed in, when and with what', () => {
    const { documents, entriesOf } = projected(sessions, ...inSession('s1', sessionStarted()));
    expect(documents.get('s1')).toEqual(started);
    expect(entriesOf('s1')).toEqual([
      { index: 'uid', key: 'u1', sort: startedAt },
      { index: 'until', key: '', sort: expiresAt },
    ]);
  });

  it('show when somebody last proved who they are', () => {
    const { documents } = projected(sessions, ...inSession('s1', sessionStarted(), sessionProved()));
    expect(documents.get('s1')).toEqual({ ...started, provedAt: sessionProved().data.provedAt });
  });

  it('do not show one that ended, and go on showing others', () => {
    const { documents } = projected(
      sessions,
      ...inSession('s1', sessionStarted(), sessionEnded(), sessionProved()),
      ...inSession('s2', sessionStarted()),
    );
    expect([...documents.keys()]).toEqual(['s2']);
  });
});
