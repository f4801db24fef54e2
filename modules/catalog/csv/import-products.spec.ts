import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { damagedIn } from '../../../backend/testing/deciding/damaged-in.ts';
import { stored } from '../../../backend/testing/stored.ts';
import type { Commands } from '../../kernel/commands.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { tools } from '../read-models/tools.ts';
import { toolAdded } from '../testing/examples.ts';
import { tool } from '../tool.ts';
import { longestImport, type RowPlan } from './contract.ts';
import { importProducts, tryImport } from './import-products.ts';

const key = contextOf('import');
const context = { ...key, keyedAs: key.commandId };

/** A shop with four drills, five pieces of each, and imports that a node may die of before what became of them is written down. */
async function fourDrills() {
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({ appended: (events) => readModels.follow([tools], events) });
  const view = viewOf(readModels, tools);
  for (const toolId of ['t1', 't2', 't3', 't4']) {
    const added = toolAdded({ toolId, name: `Drill ${toolId}`, available: 5 });
    await commands.execute(tool, toolId, contextOf(`add ${toolId}`), { type: 'AddTool' }, () => [added]);
  }
  const asked = { recalls: 0, dies: false };
  const mortal: Commands = {
    load: (...which) => commands.load(...which),
    recall: (...which) => {
      asked.recalls += 1;
      return commands.recall(...which);
    },
    execute: (...which) => {
      if (asked.dies && which[3].type === 'RecordImport') throw new Error('The node died.');
      return commands.execute(...which);
    },
  };
  const wiring = {
    commands: mortal,
    tools: view,
    rules: { currency: 'usd' as const },
    pictures: { missing: async () => [] },
  };
  const bring = async (lines: readonly string[]) => {
    const bytes = Buffer.from(['_id,name,Available,held,sold,stocked,version', ...lines].join('\n'));
    return (await importProducts(wiring as never, { bytes, firstLine: undefined, equalBefore: [] }, context)).answer;
  };
  /** The stream of a product cannot be read any more. */
  const damage = (toolId: string) => {
    wiring.commands = damagedIn(mortal, `tool-${toolId}`);
  };
  return { asked, bring, view, damage };
}

describe('an import', () => {
  it('that a node died of is answered as it was carried out, when it comes again under its key', async () => {
    const { asked, bring, view } = await fourDrills();
    const lines = [
      't1,Drill t1,8,0,0,5,0',
      't2,Driver,5,0,0,5,0',
      't3,Drill t3,5,0,0,5,0',
      // Somebody changed it since, and so it is wrong both times.
      't4,Driver,9,0,0,4,7',
    ];
    asked.dies = true;
    await expect(bring(lines)).rejects.toThrow('The node died.');
    expect(await Promise.all(['t1', 't2'].map((id) => view.get(id)))).toMatchObject([
      { Available: 8 },
      { name: 'Driver' },
    ]);
    asked.dies = false;
    expect(await bring(lines)).toMatchObject({ changed: 2, same: 1, wrong: 1, rows: [{ line: 5, toolId: 't4' }] });
    expect(await view.get('t1')).toMatchObject({ Available: 8 });
  });

  it('carries out all rows but that of a product that cannot be read, and names it', async () => {
    const { bring, view, damage } = await fourDrills();
    damage('t1');
    const answer = await bring(['t1,Drill t1,8,0,0,5,0', 't2,Driver,5,0,0,5,0']);
    expect(answer).toMatchObject({ changed: 1, wrong: 1, rows: [{ line: 2, toolId: 't1' }] });
    expect(answer.rows[0]?.errors[0]?.message).toMatch(/^This product cannot be read/);
    expect(await view.get('t2')).toMatchObject({ name: 'Driver' });
  });

  it('is refused whole where a row has more than any product can', async () => {
    const { bring, view } = await fourDrills();
    const long = `t2,${'x'.repeat(longestImport.row)},5,0,0,5,0`;
    await expect(bring(['t1,Drill t1,8,0,0,5,0', long])).rejects.toThrow(
      'The row on line 3 has more than 250,000 characters.',
    );
    expect(await view.get('t1')).toMatchObject({ Available: 5 });
  });

  it('asks no stream about rows that say what there is', async () => {
    const { asked, bring } = await fourDrills();
    const same = ['t1', 't2', 't3'].map((id) => `${id},Drill ${id},5,0,0,5,0`);
    expect(await bring(same)).toMatchObject({ same: 3 });
    expect(asked.recalls).toBe(0);
  });
});

describe('what is told of an import', () => {
  const Description = '🔨'.repeat(2_500);
  const readModels = new InMemoryReadModels();
  readModels.follow([tools], [stored(toolAdded())]);
  const drill = viewOf(readModels, tools).get(toolAdded().data.toolId);
  /** A shop in which each id is that of a drill of which much is said. */
  const wiring = {
    commands: new InMemoryCommands(),
    tools: { get: async (_id: string) => ({ ...(await drill), _id, Description }) },
    rules: { currency: 'usd' as const },
    pictures: { missing: async () => [] },
  } as never;

  it('by a dry run is all rows and columns, the first in full, and of the others how they begin', async () => {
    const lines = Array.from({ length: 500 }, (_, n) => `t${n},Driver,Short,0`).concat('t500,,,1');
    const bytes = Buffer.from(['_id,name,Description,version', ...lines].join('\n'));
    const { changed, rows: all } = await tryImport(wiring, { bytes, firstLine: undefined, equalBefore: [] });
    const rows = all.slice(0, 500);
    expect([changed, rows.length]).toEqual([500, 500]);
    expect(all.at(-1)?.errors.map(({ column, message }) => [column, message])).toEqual([
      ['name', expect.any(String)],
      ['', 'And 2 more.'],
    ]);
    expect(rows.every(({ changes }) => changes.some(({ column }) => column === 'Description'))).toBe(true);
    const description = (row: RowPlan | undefined) => row?.changes.find(({ column }) => column === 'Description');
    expect(description(rows[0])).toEqual({ column: 'Description', before: Description, after: 'Short' });
    expect(description(rows.at(-1))).toEqual({ column: 'Description', before: `${'🔨'.repeat(20)}…`, after: 'Short' });
    expect(JSON.stringify(rows).length).toBeLessThan(2_500_000);
  });
});
