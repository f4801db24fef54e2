import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { smallDisk } from '../testing/machine/small-disk.ts';
import { ForgottenRegister } from './forgotten-register.ts';

it('nobody counts as forgotten whose line the disk has no room for, or has room for in part', () => {
  const disk = smallDisk(4);
  const file = join(disk, 'forgotten.jsonl');
  for (const free of [0, 20]) {
    writeFileSync(file, '\n'.repeat(4_096 - free));
    const register = new ForgottenRegister(disk);
    const add = () => register.add({ uid: 'u1', stream: 'account-1', position: 1n });
    expect(add, `${free} bytes are free`).toThrow('ENOSPC');
    expect(statSync(file).size).toBe(4_096);
    expect(register.lines()).toEqual([]);
    writeFileSync(file, '');
    add();
    expect(register.all().size).toBe(1);
  }
});
