import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportAnswer, RowPlan } from '../../../../modules/catalog/csv/contract.ts';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

type Sent = { key: string; dryRun: boolean; lines: number[]; names: (string | undefined)[] };

/** A shop that takes every row for a new tool, but for those with an id; and what was sent to it. */
function takesFiles(
  refusal: (sent: Sent) => Response | undefined | Promise<Response | undefined> = () => undefined,
): Sent[] {
  const all: Sent[] = [];
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
    http.get('*/products', () => HttpResponse.json([])),
    http.post('*/products/import', async ({ request }) => {
      const { searchParams } = new URL(request.url);
      const dryRun = searchParams.get('dryRun') === 'true';
      const firstLine = Number(searchParams.get('firstLine'));
      const rows = rowsIn(await request.text(), firstLine);
      const key = request.headers.get('idempotency-key') ?? '';
      const sent = {
        key,
        dryRun,
        lines: rows.map(({ line }) => line),
        names: rows.map(({ name }) => name),
      };
      all.push(sent);
      const refused = await refusal(sent);
      if (refused) return refused;
      const planned = rows.map(({ line, toolId, name = '' }): RowPlan => {
        const leftOut = name.startsWith('Retired') && { leftOut: ['retired'] };
        const about = { line, name, ...(toolId && { toolId }), ...leftOut };
        return { ...about, outcome: toolId ? 'change' : 'add', changes: [], errors: [] };
      });
      const changed = planned.filter(({ outcome }) => outcome === 'change').length;
      const counts = { added: planned.length - changed, changed, same: 0, wrong: 0 };
      const body: ImportAnswer = { dryRun, ...counts, rows: dryRun ? planned : [] };
      return HttpResponse.json(body);
    }),
  );
  return all;
}

const fileOf = (rows: readonly string[]) =>
  new File([['_id,name', ...rows].join('\n')], 'products.csv', { type: 'text/csv', lastModified: 1 });
const saws = (count: number) => Array.from({ length: count }, (_, n) => `,Saw ${n}`);

async function choose(file: File) {
  const user = openPage('/dashboard/products');
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  await user.upload(await screen.findByLabelText('CSV file'), file);
  return user;
}

describe('a long file of products', () => {
  beforeEach(() => {
    sessionStorage.clear();
    signInAsShopper();
  });

  it('is sent in parts of whole rows, and shown and applied as a whole', async () => {
    const sent = takesFiles();
    const user = await choose(fileOf(saws(20_000)));
    await screen.findByText('20,000 would be added, 0 changed, 0 stay as they are, 0 wrong.', undefined, {
      timeout: 30_000,
    });
    expect(sent).toHaveLength(20);
    expect(sent.flatMap(({ lines }) => lines)).toEqual(Array.from({ length: 20_000 }, (_, n) => n + 2));
    await user.click(screen.getByRole('button', { name: 'Apply 20,000 rows' }));
    await screen.findByText('20,000 added, 0 changed, 0 as they were, 0 not carried out.', undefined, {
      timeout: 30_000,
    });
    const applied = sent.filter(({ dryRun }) => !dryRun);
    expect(applied.flatMap(({ names }) => names)).toEqual(saws(20_000).map((row) => row.slice(1)));
    expect(new Set(applied.map(({ key }) => key)).size).toBe(20);
  }, 90_000);

  it('says how much is done when the connection breaks, and goes on from there under the same keys', async () => {
    let isBroken = true;
    const sent = takesFiles(({ dryRun, lines }) =>
      isBroken && !dryRun && lines.includes(1_002) ? HttpResponse.error() : undefined,
    );
    const user = await choose(fileOf(saws(2_500)));
    await user.click(await screen.findByRole('button', { name: 'Apply 2,500 rows' }));
    await screen.findByText('1,000 added, 0 changed, 0 as they were, 0 not carried out.');
    screen.getByText(/That is of the first 1,000 of 2,500 rows/);
    screen.getByText(/The shop (cannot|could not) be reached/);
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    await screen.findByText('2,500 added, 0 changed, 0 as they were, 0 not carried out.');
    const applied = sent.filter(({ dryRun }) => !dryRun);
    expect(applied.map(({ lines }) => lines[0])).toEqual([2, 1_002, 1_002, 2_002]);
    expect(applied[1]?.key).toBe(applied[2]?.key);
  });

  it('counts, while it is applied, the rows that its button named: not those that are left out', async () => {
    const parts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let begun = 0;
    takesFiles(async ({ dryRun }) => {
      if (!dryRun) await parts[begun++]?.promise;
      return undefined;
    });
    const user = await choose(fileOf(['t1,Plane', ...saws(1_200), 't1,Plane again', ',Last']));
    await user.click(await screen.findByRole('button', { name: 'Apply 1,202 rows' }));
    await screen.findByText('Applied 0 of 1,202 rows');
    parts[0]?.resolve();
    await screen.findByText('Applied 1,000 of 1,202 rows');
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Applying the file' });
    expect([bar.value, bar.max]).toEqual([1_000, 1_202]);
    parts[1]?.resolve();
    await screen.findByText('1,201 added, 1 changed, 0 as they were, 1 not carried out.');
  });

  it('leaves the keyboard at the button that closes it once it is applied', async () => {
    takesFiles();
    const user = await choose(fileOf(saws(2)));
    (await screen.findByRole('button', { name: 'Apply 2 rows' })).focus();
    await user.keyboard('{Enter}');
    await screen.findByText('2 added, 0 changed, 0 as they were, 0 not carried out.');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'));
  });

  it('asks before it is stopped by closing its dialog, and goes on meanwhile', async () => {
    const parts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let begun = 0;
    const sent = takesFiles(async ({ dryRun }) => {
      if (dryRun) return undefined;
      begun += 1;
      await parts[begun - 1]?.promise;
      return undefined;
    });
    const applied = () => sent.filter(({ dryRun }) => !dryRun).map(({ lines }) => lines[0]);
    const user = await choose(fileOf(saws(2_500)));
    await user.click(await screen.findByRole('button', { name: 'Apply 2,500 rows' }));
    const question = () => screen.findByRole('dialog', { name: 'Stop applying the file?' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(within(await question()).getByRole('button', { name: 'Keep applying' }));
    parts[0]?.resolve();
    await waitFor(() => expect(applied()).toEqual([2, 1_002]));
    await user.keyboard('{Escape}');
    await user.click(within(await question()).getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    parts[1]?.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(applied()).toEqual([2, 1_002]);
  });

  it('is said to have no rows where it names columns alone', async () => {
    takesFiles();
    await choose(fileOf([]));
    await screen.findByText('The file has no rows below the names of its columns.');
    expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
  });

  it('waits where the server has no place for a part', async () => {
    let turns = 0;
    const sent = takesFiles(() => {
      turns += 1;
      return turns === 2 ? busy() : undefined;
    });
    await choose(fileOf(saws(1_500)));
    await screen.findByText('1,500 would be added, 0 changed, 0 stay as they are, 0 wrong.', undefined, {
      timeout: 10_000,
    });
    expect(sent.map(({ lines }) => lines[0])).toEqual([2, 1_002, 1_002]);
  });

  it('says what is done as soon as it is stopped, whether a part waits or its refusal comes after that', async () => {
    const refusal = Promise.withResolvers<void>();
    let isLate = false;
    const sent = takesFiles(({ dryRun, lines }) => {
      if (dryRun || !lines.includes(1_002)) return undefined;
      return isLate ? refusal.promise.then(() => busy(30)) : busy(30);
    });
    const applied = () => sent.filter(({ dryRun }) => !dryRun).map(({ lines }) => lines[0]);
    const user = await choose(fileOf(saws(2_500)));
    await user.click(await screen.findByRole('button', { name: 'Apply 2,500 rows' }));
    await waitFor(() => expect(applied()).toEqual([2, 1_002]));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await screen.findByText('1,000 added, 0 changed, 0 as they were, 0 not carried out.');
    screen.getByText(/That is of the first 1,000 of 2,500 rows/);
    isLate = true;
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    await waitFor(() => expect(applied()).toEqual([2, 1_002, 1_002]));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await screen.findByRole('button', { name: 'Stopping…' });
    refusal.resolve();
    await screen.findByText('1,000 added, 0 changed, 0 as they were, 0 not carried out.');
    expect(applied()).toEqual([2, 1_002, 1_002]);
  });

  it('has a tool of an earlier part as wrong, and does not send that row', async () => {
    const sent = takesFiles();
    const user = await choose(fileOf(['t1,Plane', ...saws(1_200), 't1,Plane again', ',Last']));
    await screen.findByText('1,201 would be added, 1 changed, 0 stay as they are, 1 wrong.');
    // Far down in the list, of which so many are drawn only.
    await user.click(screen.getByRole('button', { name: 'Apply 1,202 rows' }));
    await screen.findByText('1,201 added, 1 changed, 0 as they were, 1 not carried out.');
    const applied = sent.filter(({ dryRun }) => !dryRun);
    expect(applied.flatMap(({ names }) => names)).not.toContain('Plane again');
    expect(applied.at(-1)?.lines.at(-1)).toBe(1_204);
  });

  it('says which columns are left out, and where, before it is applied', async () => {
    takesFiles();
    const user = await choose(fileOf([...saws(1_200), 't1,Retired plane', ',Retired saw']));
    await screen.findByText(/^Left out is what is said in retired \(on line 1,202 and 1 more\): an import retires/);
    await user.click(screen.getByRole('button', { name: 'Apply 1,202 rows' }));
    await screen.findByText('1,201 added, 1 changed, 0 as they were, 0 not carried out.');
    expect(screen.queryByText(/^Left out/)).toBeNull();
  });

  it('is refused in words where it is no table, and nothing is sent', async () => {
    const sent = takesFiles();
    await choose(new File([new Uint8Array([0xff, 0xfe, 0x41])], 'products.csv', { type: 'text/csv' }));
    await waitFor(() => screen.getByText(/The file is not in UTF-8/));
    expect(sent).toEqual([]);
  });
});

/** Of a file without quotes. */
function rowsIn(text: string, firstLine: number) {
  const [, ...lines] = text.split('\n');
  return lines.flatMap((row, place) => {
    const [toolId, name] = row.split(',');
    return row === '' ? [] : [{ line: firstLine + place, toolId, name }];
  });
}

function busy(retryAfter = 1): Response {
  const full = problem(503, 'Other files are being imported.');
  return new Response(full.body, {
    status: 503,
    headers: { 'content-type': 'application/problem+json', 'retry-after': `${retryAfter}` },
  });
}
