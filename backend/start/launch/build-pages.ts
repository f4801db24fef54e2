import { buildFrontend } from './frontend-build.ts';

/** `npm run build`: in any case, and nobody who starts a shop meanwhile builds beside it. */
await buildFrontend({ isAsked: true });
