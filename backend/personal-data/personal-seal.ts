import type { PersonalSeal } from '../../modules/mails/kept-mails.ts';
import { seal, unseal } from './seal.ts';
import type { SubjectKeys } from './subject-keys.ts';

/** Seals with persons' keys what lies beside the log and is theirs. */
export function personalSeal(keys: SubjectKeys): PersonalSeal {
  return {
    async seal(uid, belongsTo, value) {
      const key = await keys.findOrCreate(uid);
      return key && seal({ value }, key, belongsTo + uid);
    },
    async open(uid, belongsTo, text) {
      const key = await keys.find(uid);
      return key && unseal(text, key, belongsTo + uid)?.value;
    },
    isForgotten: async (uid) => (await keys.find(uid)) === undefined,
  };
}
