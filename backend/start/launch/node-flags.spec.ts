import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { nodeEnvironment, nodeFlags } from './node-flags.ts';

const read = (file: string) => readFile(join(import.meta.dirname, '../../..', file), 'utf8');
const environment = Object.entries(nodeEnvironment)
  .map(([name, value]) => `${name}=${value}`)
  .join(' ');
const said = ['node', ...nodeFlags, 'backend/main.ts'];

it('are the same wherever a shop is started', async () => {
  const { scripts } = JSON.parse(await read('package.json'));
  const compile = [...said, '--compile'].join(' ');
  const ahead = `test -e $NODE_COMPILE_CACHE || ${compile}`;
  expect(scripts.start).toBe(`export ${environment}; ${ahead}; exec ${said.join(' ')}`);
  expect(await read('Dockerfile')).toContain(` ${compile} \\\n`);
  expect(await read('Dockerfile')).toContain(`CMD ${JSON.stringify(said).replaceAll(',', ', ')}\n`);
  expect(await read('Dockerfile')).toMatch(new RegExp(`^ENV .*\\b${environment}$`, 'm'));
  const { services }: { services: Record<string, { command?: string[] }> } = parse(await read('docker-compose.yml'));
  const shops = Object.values(services).flatMap(({ command }) =>
    command?.includes('backend/main.ts') ? [command] : [],
  );
  expect(shops).not.toEqual([]);
  for (const command of shops) expect(command).toEqual([...said, '--no-build']);
});
