import { ConcurrencyLimit } from '../kernel/concurrency-limit.ts';
import type { SideRecords } from '../kernel/event-store.ts';
import type { Module } from '../kernel/module.ts';
import { pictureHistory } from './history.ts';
import { KeptPictures } from './kept-pictures.ts';
import { pictureRoutes } from './routes.ts';
import type { UploadWiring } from './upload.ts';

/** Pictures that admins upload. */
export function picturesModule(
  wiring: Pick<UploadWiring, 'commands' | 'make' | 'now' | 'perDay'> & { readonly records: SideRecords },
): Module & { readonly pictures: KeptPictures } {
  const pictures = new KeptPictures(wiring.records);
  const turns = new ConcurrencyLimit({
    atOnce: 1,
    mostWaiting: 8,
    refusal: 'Many pictures are being uploaded. Please try again in a moment.',
  });
  return {
    name: 'pictures',
    routes: pictureRoutes({ ...wiring, pictures, turns }),
    projections: [],
    reactors: [],
    timers: [],
    history: [pictureHistory],
    pictures,
  };
}
