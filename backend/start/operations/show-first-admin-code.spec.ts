import { describe, expect, it } from 'vitest';
import { firstAdminCode } from '../../../modules/users/first-admin-code.ts';
import { showFirstAdminCode } from './show-first-admin-code.ts';

const secret = new Uint8Array(32).fill(7);

async function printed(NODE_ENV: 'production' | 'development', isTerminal: boolean, hasAdmin = false) {
  const lines: string[] = [];
  await showFirstAdminCode(
    { NODE_ENV, PUBLIC_URL: 'https://shop.example' },
    {
      users: { admins: { hasAny: async () => hasAdmin } },
      secret,
      origin: () => 'http://127.0.0.1:3000',
      print: (line) => lines.push(line),
      isTerminal,
    },
  );
  return lines;
}

describe('the code for the first admin', () => {
  it('is shown where nobody else reads what is printed, with the address of the shop', async () => {
    const shown = [
      `This shop has no admin yet. Become its first at https://shop.example/setup with the code ${firstAdminCode(secret)}`,
    ];
    expect(await printed('development', false)).toEqual(shown);
    expect(await printed('production', true)).toEqual(shown);
  });

  it('is in no log of a production shop, which says instead who shows it', async () => {
    const [line = ''] = await printed('production', false);
    expect(line).not.toContain(firstAdminCode(secret));
    expect(line).toContain('npm run operator -- setup');
  });

  it('is not shown where there is an admin', async () => {
    expect(await printed('development', true, true)).toEqual([]);
  });
});
