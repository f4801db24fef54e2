import { somePicture } from '../../testing/clients/some-picture.ts';
import { call, type EveryCall } from './asked.ts';

/** Files: pictures, and products as a table. */
export const fileCalls: readonly EveryCall[] = [
  call('POST /pictures', 'access token', [401, 403, 403, 201], async () => ({
    path: '/pictures',
    raw: await somePicture(),
    headers: { 'content-type': 'image/png' },
  })),

  call('GET /products/export', 'access token', [401, 403, 403, 200], () => ({ path: '/products/export' })),
  call('POST /products/import', 'access token', [401, 403, 403, 200], () => ({
    path: '/products/import?dryRun=false',
    raw: 'name,img,Description,PerPrice\nImported Saw,/pictures/tools/hand-saw.svg,It saws.,19.99\n',
    headers: { 'content-type': 'text/csv' },
  })),
];
