import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { BadSetting, type Config } from '../../start/settings/config.ts';

type Setting = Pick<Config, 'SEAL_TO'>;

export const isAddress = (place: string) => /^https?:\/\//.test(place);

/** The file that SEAL_TO names; undefined where that is an address, or nothing. */
export function fileOfSealTo({ SEAL_TO }: Setting): string | undefined {
  return SEAL_TO === undefined || isAddress(SEAL_TO) ? undefined : SEAL_TO;
}

/** @throws BadSetting for a file to which no seal can be added, now or when the first is made */
export function refuseUnwritableSealTo(setting: Setting): void {
  const file = fileOfSealTo(setting);
  if (file === undefined) return;
  try {
    // As a seal is added: a file that may only be added to (chattr +a) is as good.
    if (existsSync(file)) closeSync(openSync(file, 'a+'));
    else accessSync(`${dirname(file)}/`, constants.W_OK | constants.X_OK);
  } catch (reason) {
    throw new BadSetting(`SEAL_TO cannot be written to: ${file} (${(reason as NodeJS.ErrnoException).code})`);
  }
}
