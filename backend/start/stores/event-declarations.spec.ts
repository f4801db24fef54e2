import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../modules/kernel/stored-events.ts';
import { eventDeclarations } from './event-declarations.ts';

const root = join(import.meta.dirname, '../../..');

describe('the declared events', () => {
  it('are those of every module, each once', async () => {
    const files = globSync('modules/**/events.ts', { cwd: root });
    expect(files.length).toBeGreaterThan(5);
    const exported = await Promise.all(files.map((file) => import(join(root, file))));
    const maps = exported.flatMap((found) => Object.values(found)).filter((value) => value instanceof Map);
    const types = maps.flatMap((map) => [...map.keys()]);
    expect(new Set(types).size).toBe(types.length);
    expect([...eventDeclarations.keys()]).toEqual(expect.arrayContaining(types));
  });

  it.each([...eventDeclarations])('keep what is secret in %s out of every history', (_, declaration) => {
    for (const [schema, { secret }] of declaration.versions) {
      const data = { uid: 'u1', ...Object.fromEntries(secret.map((field) => [field, 'nobody may read this'])) };
      const shown = withoutSecrets(declaration, schema, data);
      expect(shown).toMatchObject({ uid: 'u1' });
      expect(JSON.stringify(shown)).not.toContain('nobody may read this');
    }
  });
});
