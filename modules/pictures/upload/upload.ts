import { createHash } from 'node:crypto';
import type { CommandContext, Commands } from '../../kernel/commands.ts';
import type { ConcurrencyLimit } from '../../kernel/concurrency/concurrency-limit.ts';
import { Busy } from '../../kernel/errors.ts';
import { refuseOverQuota, uploadPicture } from '../commands/upload-picture.ts';
import type { KeptPictures, Sizes } from '../kept-pictures.ts';
import type { UnusedMarks } from '../unused-marks.ts';
import { uploader } from '../uploader.ts';

/**
 * Makes a picture's sizes of what was uploaded: upright, and with nothing in them but the picture.
 * @throws Invalid for what is no picture that the shop takes
 */
export type MakePicture = (bytes: Buffer, signal: AbortSignal) => Promise<Sizes>;

export type UploadWiring = {
  readonly commands: Commands;
  readonly pictures: KeptPictures;
  readonly marks: UnusedMarks;
  readonly make: MakePicture;
  /** How many are made at once: each takes a core and some 200 MB for a moment. */
  readonly turns: ConcurrencyLimit;
  readonly now: () => Date;
  /** The quota: so many pictures a person in any 24 hours; 0 is without limit. */
  readonly perDay: number;
};

/** How pictures are made. To be another one whenever the same upload is to become other bytes: what an address shows never changes. */
const recipe = 'webp 1';

/**
 * Keeps what somebody uploaded. The picture is there before anything says that it is; and the same one is made and kept once,
 * whoever uploads it.
 * @throws TooManyPictures for one too many within a day; Busy when too many wait already, or it is just being taken away.
 */
export async function upload(
  { commands, pictures, marks, make, turns, now, perDay }: UploadWiring,
  { uid, bytes, signal }: { readonly uid: string; readonly bytes: Buffer; readonly signal: AbortSignal },
  context: CommandContext,
): Promise<{ pictureId: string; position: bigint }> {
  const pictureId = createHash('sha256').update(recipe).update(bytes).digest('hex').slice(0, 32);
  await turns.run(async () => {
    if (!(await marks.renew(pictureId, now().getTime()))) throw new BeingTakenAway();
    if (await pictures.has(pictureId)) return;
    // Before the work; it is decided once more when the picture is counted.
    refuseOverQuota({ now: now(), perDay }, await commands.load(uploader, uid));
    await pictures.put(pictureId, await make(bytes, signal));
  }, signal);
  const picture = { pictureId, uid, bytes: bytes.length };
  const command = { type: 'UploadPicture', now: now(), perDay, picture } as const;
  const { position } = await commands.execute(uploader, uid, context, command, uploadPicture);
  return { pictureId, position };
}

class BeingTakenAway extends Busy {
  constructor() {
    super('This picture was kept until now, and is just being taken away. Please upload it again in a moment.');
  }
}
