import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Whom files can be kept from, by number; undefined for whoever runs the tests: of root, who may read everything, it is somebody else. */
export const restrictedUser = process.getuid?.() === 0 ? 65_534 : undefined;

const main = join(import.meta.dirname, '../../main.ts');

/** Whether that user may at least read this repository, and so run what is in it. */
export const canRunRestricted =
  restrictedUser === undefined ||
  spawnSync(process.execPath, ['-e', 'fs.accessSync(process.argv[1], 4)', main], {
    uid: restrictedUser,
    timeout: 60_000,
  }).status === 0;
