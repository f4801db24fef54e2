/// <reference types="vite/client" />

/** One icon a file: importing the package's root would make tests load all of its six thousand icons. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}
