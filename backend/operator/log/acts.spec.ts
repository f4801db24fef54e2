import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TotpOffer } from '../../../modules/identity/factors/contract.ts';
import { codeAt } from '../../../modules/identity/factors/totp.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { signUp } from '../../testing/api-client.ts';
import { newEvent } from '../../testing/counters.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { logOf } from '../copies/copy-log.ts';
import { operator } from '../operator.ts';

/** What looks and says, and changes nothing. */
const changeNothing = [
  'keys',
  'history',
  'as-of',
  'why',
  'parked',
  'books',
  'projections',
  'verify',
  'what-if',
  'export',
  'audit verify',
  'audit prove',
  'audit check',
  'audit key',
  'setup',
];

/** What changes something, and the event that says so. */
const changes: Readonly<Record<string, StoredEvent['type']>> = {
  'keys rotate': 'KeysReplaced',
  promote: 'UserPromoted',
  erase: 'PersonForgotten',
  'factors reset': 'FactorsEnded',
  'parked retry': 'RetryWanted',
  'parked skip': 'EventSkipped',
  copy: 'LogCopied',
  import: 'LogCopied',
  backup: 'BackupMade',
  restore: 'BackupRestored',
  'audit seal': 'LogSealed',
  'projections rebuild': 'ProjectionRebuilt',
  'projections promote': 'ProjectionPromoted',
  'projections rollback': 'ProjectionRolledBack',
  'projections drop': 'ProjectionBuildDropped',
};

/** Every command that does something, by all its words. */
function commandsBelow(command: Command, words: readonly string[] = []): string[] {
  const below = command.commands.flatMap((each) => commandsBelow(each, [...words, each.name()]));
  // A group by itself does nothing; of `parked` and `keys` the first word alone says something, too.
  const isGroup = command.commands.length > 0 && !changeNothing.includes(words.join(' '));
  return isGroup ? below : [words.join(' '), ...below];
}

describe('what an operator changes', () => {
  it('is known of every command that there is', () => {
    // `keys` is told by an argument what to do.
    const known = [...changeNothing, ...Object.keys(changes)].filter((name) => !name.startsWith('keys '));
    expect(commandsBelow(operator).sort()).toEqual(known.sort());
  });

  it('is an event of each, with who did it and why', async () => {
    const DATA_DIR = temporaryFolder();
    const shop = await startShop({ DATA_DIR, SEED: 'demo', LOG_LEVEL: 'silent' }, { passwords: quickPasswords });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= shop.close();
      return closed;
    };
    onTestFinished(close);
    const [mina, rafi] = [await signUp(shop.origin), await signUp(shop.origin, 'Rafi')];
    const { body: offer } = await mina.post<TotpOffer>('/me/factors/totp');
    const code = codeAt(offer.secret, new Date().toISOString());
    await mina.post('/me/factors/totp/confirm', { offer: offer.offer, code });
    // Two, since who passes over one that is just being tried again is told that it is not parked.
    const [damage, other] = [
      newEvent({ type: 'BookingDeleted', data: null }),
      newEvent({ type: 'BookingDeleted', data: null }),
    ];
    const store = openSqliteEventStore({ file: join(DATA_DIR, 'events.db') });
    await store.append('booking-damaged', 'any', [damage]);
    await store.append('booking-damaged-too', 'any', [other]);
    await store.close();
    const parked = async () => (await operate({ DATA_DIR }, 'parked')).stdout;
    await expect.poll(parked, { timeout: 60_000 }).toContain(damage.id);
    await expect.poll(parked, { timeout: 60_000 }).toContain(other.id);
    const [copied, imported, restored] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const files = temporaryFolder();
    const [backup, exported] = [join(files, 'backup'), join(files, 'export.jsonl')];
    const done: [command: string, DATA_DIR: string, ...words: string[]][] = [
      ['promote', DATA_DIR, rafi.email],
      ['factors reset', DATA_DIR, mina.email],
      ['erase', DATA_DIR, mina.email],
      ['parked retry', DATA_DIR, damage.id],
      ['parked skip', DATA_DIR, other.id],
      ['keys rotate', DATA_DIR],
      ['audit seal', DATA_DIR],
      ['projections rebuild', DATA_DIR, 'tools'],
      ['projections promote', DATA_DIR, 'tools'],
      ['projections rollback', DATA_DIR, 'tools'],
      ['projections drop', DATA_DIR, 'tools'],
      ['backup', DATA_DIR, backup],
      ['restore', restored, backup],
      ['export', DATA_DIR, exported],
      ['import', imported, exported],
      ['copy', copied, '--from', DATA_DIR, '--to', copied],
    ];
    const seen: Record<string, string | undefined> = {};
    for (const [command, place, ...words] of done) {
      const reason = `Because of ${command}`;
      const said = [...command.split(' '), ...words, '--as', 'Ada', '--reason', reason];
      const { code, stderr } = await operate({ DATA_DIR: place }, ...said);
      const remarked = command === 'copy' ? expect.stringMatching(/^The store that is copied is written to by /) : '';
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: remarked });
      const log = openSqliteEventStore({ file: join(place, 'events.db') });
      for await (const { type, data, meta } of logOf(log)) {
        // Why an event was passed over is what that event is about.
        const why = meta.reason ?? (type === 'EventSkipped' && (data as { reason: string }).reason);
        if (why === reason && meta.actor.uid === 'operator:Ada') seen[command] ??= type;
      }
      await log.close();
    }
    expect(seen).toEqual(changes);
  });
});
