import { describe, expect, it, vi } from 'vitest';
import { WrongExpectedRevision } from '../../../../modules/kernel/errors.ts';
import { start } from '../../../../modules/kernel/event-store.ts';
import { troubledServers } from '../../../testing/servers/troubled-servers.ts';
import { idsOf, newEvent } from '../../contract/some-events.ts';

const { open, serverAndStore, startServer } = troubledServers();

/** Tries are long, for a machine with much else to do. */
const calm = { inAll: 60_000, each: 20_000 };

describe('what a server has taken, and does not show yet, as it is not on enough disks', () => {
  it.each([
    { expected: 'none', looks: 2 },
    { expected: 0n, looks: 1 },
  ] as const)('is there for who is refused because of it, expecting $expected', async ({ expected, looks }) => {
    const { server, store, patient: other } = await serverAndStore({}, calm);
    const [before, faster, slower] = [newEvent(), newEvent(), newEvent()];
    if (expected !== 'none') await store.append('stream', 'none', [before]);
    await other.append('another', 'none', [newEvent()]);
    server.asked.forget();
    const show = server.misbehave.showLater();
    const first = other.append('stream', expected, [faster]);
    await vi.waitFor(() => expect(server.asked.appends).toHaveLength(1), { timeout: 30_000 });
    const second = store.append('stream', expected, [slower]).catch(async (reason: unknown) => {
      return { reason, there: idsOf(await store.readStream('stream')) };
    });
    // Without waiting they would have looked by now.
    await vi.waitFor(() => expect(server.asked.reads.length).toBeGreaterThanOrEqual(looks), { timeout: 30_000 });
    show();
    await first;
    const there = expected === 'none' ? [faster.id] : [before.id, faster.id];
    expect(await second).toEqual({ reason: expect.any(WrongExpectedRevision), there });
  });

  it('is waited for where it is the beginning of the history', async () => {
    const server = await startServer();
    const show = server.misbehave.showLater();
    const read = [open(server.url, calm), open(server.url, calm)].map((s) => s.readAll({ after: start, limit: 1 }));
    // Both have looked for it, have written it, and whoever was refused looks again.
    await vi.waitFor(() => expect(server.asked.reads.length).toBeGreaterThan(2), { timeout: 30_000 });
    show();
    expect(await Promise.all(read)).toMatchObject([{ caughtUp: true }, { caughtUp: true }]);
    expect(server.asked.subscriptions).not.toContain('start');
  });

  it('is known by who has put it where a stream was deleted, and tries again', async () => {
    const { server, store, patient } = await serverAndStore({}, { inAll: 60_000, each: 400 });
    const event = newEvent();
    await patient.append('stream', 'none', [newEvent()]);
    await patient.deleteStream('stream');
    server.asked.forget();
    const show = server.misbehave.showLater();
    const appended = store.append('stream', 'none', [event]);
    await vi.waitFor(() => expect(server.asked.reads.length).toBeGreaterThan(1), { timeout: 30_000 });
    show();
    expect((await appended).revision).toBe(1n);
    expect(idsOf(await store.readStream('stream'))).toEqual([event.id]);
  });

  it('is there once when it is tried again, of which the server says nothing', async () => {
    const { server, store } = await serverAndStore({}, { inAll: 60_000, each: 400 });
    const event = newEvent();
    await vi.waitFor(() => store.append('another', 'any', [newEvent()]), { timeout: 30_000 });
    server.asked.forget();
    const show = server.misbehave.showLater();
    const appended = store.append('stream', 'none', [event]);
    await vi.waitFor(() => expect(server.asked.appends.length).toBeGreaterThan(2), { timeout: 30_000 });
    show();
    expect((await appended).revision).toBe(0n);
    expect(idsOf(await store.readStream('stream'))).toEqual([event.id]);
  });
});
