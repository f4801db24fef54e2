import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, signIn } from '../../testing/api-client.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const modules = join(import.meta.dirname, '../../../modules');

type Line = {
  readonly kind: string;
  readonly projection?: string;
  readonly id?: string;
  readonly isIn?: string;
  readonly fields?: readonly { readonly field: string; readonly is?: unknown; readonly wouldBe?: unknown }[];
};

describe('what if', () => {
  it('an order had never been: it would be gone, and its sums and the piece that it took with it', async () => {
    const { DATA_DIR, toolId, bookingId, origin } = await shopWithAnOrder();
    const before = await (await fetch(`${origin}/tool/${toolId}`)).text();
    const lines = linesOf(await operate({ DATA_DIR }, 'what-if', '--without', `booking:${bookingId}`, '--json'));
    expect(lines).toContainEqual(expect.objectContaining({ projection: 'bookings', id: bookingId, isIn: 'is' }));
    const sum = { projection: 'bookings', kind: 'sum', id: `tool ${toolId}`, isIn: 'is' };
    expect(lines).toContainEqual(
      expect.objectContaining({ ...sum, fields: expect.arrayContaining([{ field: 'orders', is: 1 }]) }),
    );
    expect(lines.at(-1)).toMatchObject({ kind: 'all', isSame: false, leftOut: 1 });
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('scratch'))).toEqual([]);
    expect(await (await fetch(`${origin}/tool/${toolId}`)).text()).toBe(before);
    expect(await operate({ DATA_DIR }, 'verify')).toMatchObject({ code: 0 });
  });

  it('one event had never been, by its id or its position; and says so of what is not there', async () => {
    const { DATA_DIR, toolId, bookingId } = await shopWithAnOrder();
    const history = await operate({ DATA_DIR }, 'history', '--raw', '--stream', `tool-${toolId}`);
    const reserved = history.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; type: string; position: string; revision: string })
      .find(({ type }) => type === 'StockReserved');
    const asked = async (name: string) => linesOf(await operate({ DATA_DIR }, 'what-if', '--without', name, '--json'));
    const [byId, byPosition] = [await asked(reserved?.id ?? ''), await asked(reserved?.position ?? '')];
    expect(byId).toEqual(byPosition);
    expect(byId).toContainEqual({
      projection: 'tools',
      kind: 'document',
      id: toolId,
      isIn: 'both',
      fields: expect.arrayContaining([
        { field: 'Available', is: 9_999, wouldBe: 10_000 },
        { field: 'held', is: 1, wouldBe: 0 },
      ]),
    });
    expect(byId).not.toContainEqual(expect.objectContaining({ id: bookingId, kind: 'document' }));
    for (const [name, said] of [
      ['00000000-0000-4000-8000-000000000000', 'There is no event 00000000-0000-4000-8000-000000000000.\n'],
      ['999999', 'There is no event 999999.\n'],
      ['booking-none', 'There is no event, and no stream, booking-none.\n'],
    ] as const) {
      const none = await operate({ DATA_DIR }, 'what-if', '--without', name);
      expect(none).toEqual({ code: 1, stdout: '', stderr: said });
    }
  });

  it('a read model were folded otherwise: shows a part, counts all, and tells no text to who did not ask', async () => {
    const { DATA_DIR } = await shopWithAnOrder();
    const file = patchedTools((source) =>
      source
        .replace('Available: data.available,', 'Available: 2 * data.available,')
        .replace('name: data.name,', 'name: data.name.toUpperCase(),'),
    );
    const { code, stdout, stderr } = await operate({ DATA_DIR }, 'what-if', '--with', file, '--limit', '3');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout.match(/^tools: the document .*: .*name.*Available \d+ → \d+$/gm)).toHaveLength(3);
    expect(stdout).toMatch(/^tools: of its documents (\d+) would differ; .*; fields: name \1, Available \d+$/m);
    expect(stdout).not.toMatch(/HAMMER|Hammer/);
    const told = await operate({ DATA_DIR }, 'what-if', '--with', file, '--values', '--json');
    expect(told.stdout).toMatch(/HAMMER/);
    const same = await operate(
      { DATA_DIR },
      'what-if',
      '--with',
      patchedTools((source) => source),
    );
    expect(same).toMatchObject({ code: 0, stdout: expect.stringMatching(/^tools: the same\nNothing would differ, /) });
  });

  it('the fold fails: says at what, and parks nothing of the shop’s', async () => {
    const { DATA_DIR, toolId } = await shopWithAnOrder();
    const file = patchedTools((source) =>
      source.replace('moved(tool, -quantity, unitPrice', 'moved(tool.none.at(quantity), -quantity, unitPrice'),
    );
    const { code, stdout, stderr } = await operate({ DATA_DIR }, 'what-if', '--with', file);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`document ${toolId}: Available`) });
    expect(stderr).toMatch(/^tools: 1 event could not be folded, first StockReserved .*: TypeError: .*$/m);
    expect((await operate({ DATA_DIR }, 'parked')).stdout).toBe('Nothing is parked.\n');
  });

  it('nothing is said, or nothing that it can do with: says so in one line', async () => {
    const DATA_DIR = temporaryFolder();
    const shop = await startShop({ DATA_DIR, SEED: 'none' }, { passwords: quickPasswords });
    await shop.close();
    const folder = temporaryFolder();
    const files = { broken: 'export const = 1', empty: 'export const a = 1', throwing: "throw new Error('No.\\nNo')" };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.ts`), text);
    for (const said of [
      [],
      ['--with', join(folder, 'none.ts')],
      ['--limit', 'many', '--without', '1'],
      ...Object.keys(files).map((name) => ['--with', join(folder, `${name}.ts`)]),
      ['--with', patchedTools((source) => source.replace("name: 'tools'", "name: 'others'"))],
    ]) {
      const { code, stdout, stderr } = await operate({ DATA_DIR }, 'what-if', ...said);
      expect({ said, code, stdout, stderr }).toEqual({
        said,
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^[^\n]+\n$/),
      });
    }
  });
});

async function shopWithAnOrder() {
  const DATA_DIR = temporaryFolder();
  const shop = await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords });
  onTestFinished(() => shop.close());
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const toolId = await addTool(admin, { Available: 10_000, MinimumOrder: 1 });
  const order = await admin.post<{ insertedId: string }>('/booking', orderOf(admin, toolId, 19.99));
  return { DATA_DIR, toolId, bookingId: order.body.insertedId, origin: shop.origin };
}

/** A file with the projection of tools, patched, as an operator would write it beside the shop. */
function patchedTools(patch: (source: string) => string): string {
  const file = join(temporaryFolder(), 'patched.ts');
  const source = readFileSync(join(modules, 'catalog/read-models/tools.ts'), 'utf8');
  const imported = source
    .replaceAll("'../../", `'${modules}/`)
    .replaceAll("'../", `'${modules}/catalog/`)
    .replaceAll("'./", `'${modules}/catalog/read-models/`);
  writeFileSync(file, patch(imported));
  return file;
}

function linesOf({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }): Line[] {
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
