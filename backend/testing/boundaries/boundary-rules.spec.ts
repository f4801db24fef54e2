import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { violationsIn } from './boundary-rules.ts';

describe('the import boundaries', () => {
  let root: string;
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'boundaries-'));
    await write('package.json', JSON.stringify({ dependencies: { express: '1', '@shop/prices': '1' } }));
    await write('modules/kernel/event.ts', 'export type Event = string;\n');
    await write(
      'modules/tools/contract.ts',
      "import type { Event } from '../kernel/event.ts';\nexport type Tool = Event;\n",
    );
    await write('modules/tools/events.ts', 'export const secret = 1;\n');
    await write(
      'modules/orders/index.ts',
      "import type { Tool } from '../tools/contract.ts';\nexport type T = Tool;\n",
    );
    await write(
      'backend/main.ts',
      "import 'node:fs';\nimport 'express';\nimport '@shop/prices/vat.js';\nimport type { X } from 'types';\nimport '../modules/orders/index.ts';\n",
    );
    await write('backend/main.spec.ts', "import 'a-test-runner';\n");
    await write(
      'frontend/src/app.ts',
      "import type { Tool } from '../../modules/tools/contract.ts';\nexport type T = Tool;\n",
    );
    await write('frontend/src/app/page.tsx', "import '../features/tools/shelf.tsx';\n");
    await write('frontend/src/features/tools/shelf.tsx', "import '../../components/panel.tsx';\n");
    await write('frontend/src/features/tools/shelf.spec.tsx', "import '../../testing/open-page.tsx';\n");
    await write('frontend/src/components/panel.tsx', "import '../lib/api.ts';\n");
    await write('frontend/src/lib/api.ts', 'export const api = 1;\n');
    await write('frontend/src/testing/open-page.tsx', "import '../app/page.tsx';\n");
  });
  afterEach(() => rm(root, { recursive: true }));

  it('are kept by a house that keeps them', () => expect(violationsIn(root)).toEqual([]));

  it.each([
    ['the kernel importing a module', 'modules/kernel/bad.ts', "import '../tools/contract.ts';"],
    ["a module importing another's inside", 'modules/orders/bad.ts', "import { secret } from '../tools/events.ts';"],
    ['a type from inside counts too', 'modules/orders/bad.ts', "import type { x } from '../tools/events.ts';"],
    ['a module that nobody has listed', 'modules/brand-new/bad.ts', "import '../tools/events.ts';"],
    ['a module importing the backend', 'modules/tools/bad.ts', "import '../../backend/main.ts';"],
    ['the backend importing the frontend', 'backend/bad.ts', "import '../frontend/src/app.ts';"],
    [
      'the frontend importing what is no contract',
      'frontend/src/bad.ts',
      "const x = import('../../modules/tools/events.ts');",
    ],
    ["a feature importing another's inside", 'frontend/src/features/orders/bad.tsx', "import '../tools/shelf.tsx';"],
    [
      'a type from another feature counts too',
      'frontend/src/features/orders/bad.ts',
      "import type { x } from '../tools/shelf.tsx';",
    ],
    [
      "a feature's test that takes another's inside",
      'frontend/src/features/orders/bad.spec.tsx',
      "import '../tools/shelf.tsx';",
    ],
    ['a feature importing the app', 'frontend/src/features/tools/bad.tsx', "import '../../app/page.tsx';"],
    ['what features share importing one', 'frontend/src/components/bad.tsx', "import '../features/tools/shelf.tsx';"],
    ['lib importing a component', 'frontend/src/lib/bad.ts', "import '../components/panel.tsx';"],
    ['a page that brings what is for tests', 'frontend/src/app/bad.tsx', "import '../testing/open-page.tsx';"],
    ['a decision that looks at the clock', 'modules/tools/commands/bad.ts', 'export const bad = () => Date.now();'],
    ['an aggregate that throws dice', 'modules/tools/bad.ts', 'const a: Aggregate<1, 2> = { x: Math.random() };'],
    ['production code that needs the test runner', 'backend/bad.ts', "import { it } from 'vitest';"],
    ['production code that uses a double', 'backend/bad.ts', "import './doubles/store.ts';"],
    ['production code that brings undici into each shop', 'backend/bad.ts', "import { get } from 'node:http';"],
    ['a package that another brings along', 'backend/bad.ts', "import 'body-parser';"],
    ['a package that is loaded when it is wanted', 'modules/tools/bad.ts', "const x = import('@shop/taxes/all.js');"],
    ["production code that uses a module's examples", 'modules/tools/bad.ts', "import './testing/examples.ts';"],
    [
      'what the compiler takes, and Node.js does not',
      'backend/bad.ts',
      'export function f(a: { [name: string]: number }) { for (const of in a) a[of] = 1; }',
    ],
    ['an icon of a package that is not there', 'frontend/src/bad.tsx', "import Plus from '~icons/plus';"],
    ['a file of more lines than one reads at once', 'backend/bad.ts', '// A line.\n'.repeat(250)],
    ['a file that imports itself around a corner', 'modules/tools/bad.ts', "import './bad.ts';"],
  ])('find %s', async (_, path, text) => {
    await write(path, `${text}\n`);
    const found = violationsIn(root);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(path);
  });

  it('find a contract that would bring Node into the page', async () => {
    await write('modules/kernel/hash.ts', "import 'node:crypto';\nexport const h = 1;\n");
    await write('modules/orders/contract.ts', "import { h } from '../kernel/hash.ts';\nexport const x = h;\n");
    expect(violationsIn(root)).toEqual(['modules/orders/contract.ts must be safe for the browser']);
  });

  it('take a file of just as many lines as it may have, and a long test', async () => {
    await write('backend/long.ts', '// A line.\n'.repeat(250));
    await write('backend/long.spec.ts', '// A line.\n'.repeat(300));
    expect(violationsIn(root)).toEqual([]);
  });

  it('are kept by this house', () => expect(violationsIn(join(import.meta.dirname, '../../..'))).toEqual([]));
});
