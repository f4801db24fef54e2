import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { BadSetting, type Config } from '../settings/config.ts';

type Settings = Pick<Config, 'DATA_DIR' | 'EVENT_STORE' | 'READ_MODELS' | 'IDENTITY_KEYS' | 'SEAL_KEY' | 'PAYMENTS'>;

/**
 * Refuses a data directory in which something that the shop needs is another user's: it would open, and stop at whatever needs that
 * file first, the erasure of a person for one.
 * @throws BadSetting that names the file
 */
export function refuseFilesOfAnother(config: Settings): void {
  for (const { name, mode, how } of neededBy(config)) {
    const file = join(config.DATA_DIR, name);
    if (!existsSync(file)) continue;
    try {
      accessSync(file, mode);
    } catch (reason) {
      const { code } = reason as NodeJS.ErrnoException;
      if (code === 'ENOENT') continue; // Another process is putting one in its place.
      throw new BadSetting(
        `${file} cannot be ${how} by the user that the shop runs as (${code}). Make that user its owner`,
      );
    }
  }
}

function neededBy({ EVENT_STORE, READ_MODELS, IDENTITY_KEYS, SEAL_KEY, PAYMENTS }: Settings) {
  const read = [...(IDENTITY_KEYS ? [] : ['identity-keys.json']), ...(SEAL_KEY ? [] : ['seal-key.json'])];
  const written = [
    ...['forgotten.jsonl', 'seals.jsonl', 'snapshots.db', 'history.db'],
    ...(EVENT_STORE ? [] : ['events.db']),
    ...(READ_MODELS ? [] : ['read-models.db', 'renewals.db']),
    ...(PAYMENTS === 'sandbox' ? ['sandbox.db'] : []),
  ];
  return [
    ...read.map((name) => ({ name, mode: constants.R_OK, how: 'read' })),
    ...written.map((name) => ({ name, mode: constants.R_OK | constants.W_OK, how: 'read and written' })),
  ];
}
