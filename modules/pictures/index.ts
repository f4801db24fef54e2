import type { Commands } from '../kernel/commands.ts';
import { ConcurrencyLimit } from '../kernel/concurrency/concurrency-limit.ts';
import { Turns } from '../kernel/concurrency/turns.ts';
import type { SideRecords } from '../kernel/event-store.ts';
import type { Module } from '../kernel/module.ts';
import type { WantedPictures } from './contract.ts';
import { pictureHistory } from './history.ts';
import { KeptPictures } from './kept-pictures.ts';
import { pictureRoutes } from './routes.ts';
import { type SweepWiring, sweepPictures } from './sweep-pictures.ts';
import { UnusedMarks } from './unused-marks.ts';
import type { MakePicture } from './upload/upload.ts';
import { wantedPictures } from './wanted-pictures.ts';

/** Pictures that admins upload. */
export function picturesModule(
  wiring: Pick<SweepWiring, 'shown' | 'isWhole' | 'now' | 'keepFor' | 'lookEvery'> & {
    readonly commands: Commands;
    readonly make: MakePicture;
    /** The quota of uploads: so many a person in any 24 hours; 0 is without limit. */
    readonly perDay: number;
    readonly records: SideRecords;
  },
): Module & { readonly pictures: KeptPictures; readonly wanted: WantedPictures } {
  const { records } = wiring;
  const kept = { ...wiring, pictures: new KeptPictures(records), marks: new UnusedMarks(records) };
  const turns = new ConcurrencyLimit({
    atOnce: 1,
    mostWaiting: 8,
    refusal: 'Many pictures are being uploaded. Please try again in a moment.',
  });
  let count = 0;
  const removed = (more: number) => {
    count += more;
  };
  return {
    name: 'pictures',
    routes: pictureRoutes({ ...kept, turns }),
    projections: [],
    reactors: [],
    timers: [sweepPictures({ ...kept, removed, turns: new Turns(records, 'picture-sweep') })],
    gauges: [
      {
        name: 'inventory_pictures_removed',
        help: 'Uploaded pictures that no tool showed any more, taken away by this process.',
        read: () => [{ value: count }],
      },
    ],
    history: [pictureHistory],
    pictures: kept.pictures,
    wanted: wantedPictures(kept),
  };
}
