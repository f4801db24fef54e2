import type { PersonalData } from '../../../../modules/people/contract.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { toast } from '../../lib/toast.ts';

/** Has the browser save what the shop holds of somebody. Where that is not everything, it is said, and `done` is not. */
export function saveData(data: PersonalData, name: string, done?: string): void {
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), name);
  if (data.couldNotBeRead) void toast('Some of it could not be read: the file says what is missing.', 'error');
  else if (done !== undefined) void toast(done);
}
