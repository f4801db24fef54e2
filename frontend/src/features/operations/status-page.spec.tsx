import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NodeStatus, ParkedEvent, Status } from '../../../../modules/operations/contract.ts';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';
import { wantsAttention } from './wants-attention.ts';

const at = '2030-01-02T03:04:05.000Z';
const node: NodeStatus = {
  ...{ id: 'n1', host: 'shop-1', pid: 7, address: 'http://10.0.0.1:3000', startedAt: at },
  standing: 'serving',
  ...{ heardAgo: 0, behind: 0, stopped: 0, connections: 3, isThis: true },
};
const kept: Status['projections'][number]['kept'] = [{ build: 1, state: 'before', since: at }];
const well: Status = {
  at,
  position: '500',
  nodes: [node, { ...node, id: 'n2', address: 'http://10.0.0.2:3000', heardAgo: 12, isThis: false }],
  stores: [
    { store: 'events', kind: 'EventStoreDB', answers: true, milliseconds: 1.2 },
    { store: 'read models', kind: 'Redis', answers: true, milliseconds: 0.4 },
  ],
  projections: [
    { projection: 'bookings', version: 8, position: '500', lag: 0, state: 'live', reason: null, build: 2, kept },
  ],
  reactors: [{ reactor: 'sell-stock', position: '500', lag: 0, outstanding: 0 }],
  parked: { parked: 0, waiting: 0, retry: 0 },
  seals: {
    last: { number: 3, at, position: '490', size: 480, by: 'system' },
    every: 3_600,
    dueSince: null,
    alarm: null,
  },
  backups: { last: { at, position: '400', bytes: 1_234_567, by: 'Ada' }, isElsewhere: false },
  history: { position: '500', lag: 0, wrong: null },
};
const bad: ParkedEvent = {
  eventId: 'e1',
  type: 'BookingPaid',
  stream: 'booking-b1',
  position: '123',
  readers: [
    {
      ...{ reader: 'reactor:sell-stock', state: 'parked', stops: true, since: at, document: null },
      error: 'TypeError: <b>no</b> such thing',
    },
  ],
};

function openStatus(status: Partial<Status> = {}, parked: readonly ParkedEvent[] = []) {
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
    http.get('*/operations/status', () => HttpResponse.json({ ...well, ...status })),
    http.get('*/operations/parked', () => HttpResponse.json(parked)),
  );
  return openPage('/dashboard/status');
}
const verdict = async () => (await screen.findByText('Something wants attention:')).parentElement as HTMLElement;

describe('the status of the shop', () => {
  beforeEach(() => {
    signInAsShopper();
    notifications.clean();
  });

  it('is all on one page, which the menu leads admins to', async () => {
    openStatus();
    await screen.findByText('All is well.');
    expect(screen.getByRole('link', { name: 'Status' }).getAttribute('href')).toBe('/dashboard/status');
    const nodes = within(screen.getByRole('table', { name: 'Nodes' }));
    nodes.getByText('(answers here)', { exact: false });
    nodes.getByText('12 s ago');
    within(screen.getByRole('table', { name: 'Stores' })).getByText('EventStoreDB');
    within(screen.getByRole('table', { name: 'Projections' })).getByText('bookings v8');
    screen.getByText('2 (1: shown before)');
    within(screen.getByRole('table', { name: 'Reactors' })).getByText('sell-stock');
    screen.getByText(/by the shop: 480 events up to position 490/);
    screen.getByText(/by Ada: 1.2 MB up to position 400/);
    await screen.findByText('Nothing is parked.');
  });

  it('says in sentences what wants attention', async () => {
    openStatus({
      nodes: [
        node,
        { ...node, id: 'n2', address: 'http://10.0.0.2:3000', standing: 'silent', heardAgo: 75, isThis: false },
      ],
      stores: [
        ...well.stores.slice(0, 1),
        { store: 'read models', kind: 'Redis', answers: false, milliseconds: 2_000 },
      ],
      projections: [
        {
          projection: 'books',
          version: 1,
          position: '9',
          lag: 491,
          state: 'stopped',
          reason: 'Error: 13',
          build: 1,
          kept: [],
        },
      ],
      parked: { parked: 2, waiting: 1, retry: 0 },
      seals: { last: null, every: 3_600, dueSince: null, alarm: 'The seals of this log are gone.' },
    });
    const said = within(await verdict());
    expect(said.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'The store of read models (Redis) does not answer.',
      'The node at http://10.0.0.2:3000 says nothing any more.',
      'The projection books stands still: Error: 13',
      '2 parked events wait for a decision.',
      'The seals of this log are gone.',
    ]);
  });

  it('reads a node that is silent out once, and not again as time goes by', async () => {
    const silent = (heardAgo: number) =>
      wantsAttention({ ...well, nodes: [{ ...node, standing: 'silent', heardAgo, isThis: false }] });
    expect(silent(85)).toEqual(silent(75));
    expect(silent(75)).toHaveLength(1);
  });

  it('says so of a seal that is late', async () => {
    openStatus({ at: '2030-01-02T06:04:06.000Z', seals: well.seals && { ...well.seals, dueSince: at } });
    within(await verdict()).getByText('The last seal is older than it should be.');
  });

  it('has nothing to say of an old seal since which nothing has happened, or a moment ago', async () => {
    openStatus({ at: '2030-02-02T06:04:06.000Z' });
    await screen.findByText('All is well.');
    cleanup();
    const seals = well.seals && { ...well.seals, dueSince: '2030-02-02T06:04:00.000Z' };
    openStatus({ at: '2030-02-02T06:04:06.000Z', seals });
    await screen.findByText('All is well.');
  });

  it('shows the last seal also while the next cannot be made', async () => {
    openStatus({ seals: well.seals && { ...well.seals, alarm: 'The key to seal with is missing.' } });
    within(await verdict()).getByText('The key to seal with is missing.');
    screen.getByText(/by the shop: 480 events up to position 490/);
  });

  it('says what is not known while the store of events is away', async () => {
    const away = { store: 'events', kind: 'EventStoreDB', answers: false, milliseconds: 2_000 } as const;
    openStatus({ position: null, nodes: null, seals: null, backups: null, stores: [away] });
    within(await verdict()).getByText('The store of events (EventStoreDB) does not answer.');
    expect(screen.getAllByText(/^Not known while the store of events/)).toHaveLength(3);
  });

  it('is shown to admins only', async () => {
    const admins = () => problem(403, 'Admins only.');
    fakeShop.use(http.get('*/operations/status', admins), http.get('*/operations/parked', admins));
    openPage('/dashboard/status');
    await screen.findByRole('heading', { name: 'Only admins are shown the status' });
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Status' })).toBeNull();
  });

  it('sends a test mail, and keeps the focus where that was asked for', async () => {
    const answer = Promise.withResolvers<void>();
    const user = openStatus();
    fakeShop.use(
      http.post('*/operations/test-mail', async () => {
        await answer.promise;
        return HttpResponse.json({ outcome: 'sent' });
      }),
    );
    const button = await screen.findByRole('button', { name: 'Send a test mail' });
    await user.click(button);
    await waitFor(() => expect(button).toHaveProperty('disabled', true));
    // As a browser does with a button that is disabled; jsdom leaves the focus there.
    button.blur();
    answer.resolve();
    await screen.findByText(/^Sent: the mail server took it/);
    expect(document.activeElement).toBe(button);
  });

  it('that cannot be fetched can be asked for again', async () => {
    fakeShop.use(http.get('*/operations/status', () => problem(503, 'The read models are away.')));
    const user = openPage('/dashboard/status');
    await screen.findByText('The read models are away.');
    fakeShop.use(http.get('*/operations/status', () => HttpResponse.json(well)));
    fakeShop.use(http.get('*/operations/parked', () => HttpResponse.json([])));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('All is well.');
  });
});

describe('a parked event', () => {
  beforeEach(() => {
    signInAsShopper();
    notifications.clean();
  });

  it('that no shop has written is not tried again, only skipped', async () => {
    const readers = bad.readers.map((one) => ({ ...one, reader: 'log', stops: false }));
    openStatus({}, [{ ...bad, readers }]);
    await screen.findByRole('button', { name: 'Skip BookingPaid at 123' });
    expect(screen.queryByRole('button', { name: /^Try BookingPaid/ })).toBeNull();
  });

  it('says who could not do with it and why, as text', async () => {
    openStatus({}, [bad]);
    const entry = within(await screen.findByRole('article', { name: 'BookingPaid at 123' }));
    entry.getByText('reactor:sell-stock');
    entry.getByText(/waits for a decision, since .*it stands still for it/);
    entry.getByText('TypeError: <b>no</b> such thing');
  });

  it('is tried again at a press, and the focus is not lost with it', async () => {
    const parked = [bad];
    const user = openStatus({}, parked);
    fakeShop.use(
      http.post('*/operations/parked/e1/retry', ({ request }) => {
        expect(request.headers.get('idempotency-key')).toBeTruthy();
        parked.pop();
        return HttpResponse.json({ acknowledged: true, readers: ['reactor:sell-stock'] });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Try BookingPaid at 123 again' }));
    await screen.findByText('Nothing is parked.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Parked events' }));
  });

  it('is skipped with a reason only, which is asked for', async () => {
    const parked = [bad];
    const user = openStatus({}, parked);
    const reasons: unknown[] = [];
    fakeShop.use(
      http.post('*/operations/parked/e1/skip', async ({ request }) => {
        const { reason } = (await request.json()) as { reason: string };
        reasons.push(reason);
        if (reason === '') {
          const errors = [{ path: 'reason', message: 'Say why' }];
          const body = { type: 'about:blank', title: 'No', status: 400, errors };
          return HttpResponse.json(body, { status: 400, headers: { 'Content-Type': 'application/problem+json' } });
        }
        parked.pop();
        return HttpResponse.json({ acknowledged: true, readers: ['reactor:sell-stock'] });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Skip BookingPaid at 123' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Skip this event' }));
    dialog.getByText(/reactor:sell-stock will pass over BookingPaid for good/);
    await user.click(dialog.getByRole('button', { name: 'Skip for good' }));
    await dialog.findByText('Say why');
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Typed wrong');
    await user.click(dialog.getByRole('button', { name: 'Skip for good' }));
    await screen.findByText('Nothing is parked.');
    expect(reasons).toEqual(['', 'Typed wrong']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that another admin was faster with is gone, and that is said', async () => {
    const parked = [bad];
    const user = openStatus({}, parked);
    fakeShop.use(
      http.post('*/operations/parked/e1/retry', () => {
        parked.pop();
        return problem(404, 'No event e1 is parked.');
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Try BookingPaid at 123 again' }));
    await screen.findByText('No event e1 is parked.');
    await screen.findByText('Nothing is parked.');
  });
});
