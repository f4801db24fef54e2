/// <reference types="vite/client" />

/** Tabler's icon of that name, made by frontend/build/icons.ts. */
declare module '~icons/*' {
  import type { ComponentType } from 'react';
  import type { IconProps } from './components/icon.tsx';

  const icon: ComponentType<IconProps>;
  export default icon;
}
