import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../../modules/kernel/event.ts';
import { notShown } from '../../../modules/kernel/stored-events.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { newEvent } from '../../testing/deciding/new-event.ts';
import { operate } from '../../testing/operators-desk.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

/** An event that says this about itself, and no more. */
const saying = (meta: unknown, event: Parameters<typeof newEvent>[0]) => ({ ...newEvent(event), meta }) as NewEvent;

async function logOf(...events: NewEvent[]): Promise<{ DATA_DIR: string }> {
  const DATA_DIR = temporaryFolder();
  const store = openSqliteEventStore({ file: join(DATA_DIR, 'events.db') });
  await store.append('tool-1', 'none', events);
  await store.close();
  return { DATA_DIR };
}

async function raw(settings: { DATA_DIR: string }, ...words: string[]): Promise<object[]> {
  const { code, stdout, stderr } = await operate(settings, 'history', '--raw', ...words);
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('the log itself, with events that no shop has written', () => {
  it('is told, whatever they say about themselves', async () => {
    const said = [{}, [], null, 'by hand', { actor: null }];
    const whole = newEvent({ type: 'ToolAdded', data: { a: 1 } });
    const strange = said.map((meta) => saying(meta, { type: 'ByHand', data: { b: 2 } }));
    const settings = await logOf(...strange, whole);
    const told = strange.map((event) => ({ ...event, data: notShown }));
    expect(await raw(settings)).toMatchObject([...told, whole]);
    expect(await raw(settings, '--type', 'ByHand', '--until', '2026-01-01')).toMatchObject(told);
    for (const words of [
      ['--actor', 'system'],
      ['--since', '2026-01-01'],
      ['--correlation', whole.meta.correlationId],
    ]) {
      expect(await raw(settings, ...words)).toMatchObject([whole]);
    }
  });

  it('shows nothing that is secret in an event of such a type, of whichever version it may be', async () => {
    const data = { uid: 'mina', passwordHash: '$argon2id$' };
    const strange = ['AccountMovedIn', 'PasswordChanged'].map((type) => saying({}, { type, data }));
    const settings = await logOf(...strange);
    expect(await raw(settings)).toMatchObject([1, 2].map(() => ({ data: { uid: 'mina', passwordHash: 'secret' } })));
  });

  it('shows nothing of what a newer release has written in a type or a version of its own, and says why', async () => {
    const data = { uid: 'mina', pinHash: '$argon2id$' };
    const later = newEvent({ type: 'PasswordChanged', data });
    const settings = await logOf(newEvent({ type: 'PinSet', data }), {
      ...later,
      meta: { ...later.meta, schema: 99 },
    });
    expect(await raw(settings)).toMatchObject([
      { type: 'PinSet', data: notShown },
      { type: 'PasswordChanged', data: notShown },
    ]);
  });
});
