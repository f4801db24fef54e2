import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { backendAddress } from './build/backend-address.ts';
import { backendPaths, sentTo } from './build/backend-paths.ts';
import { codeAfterPaint } from './build/code-after-paint.ts';
import { firstScreens } from './build/first-screens.ts';
import { formerAssets } from './build/former-assets.ts';
import { headStart } from './build/head-start.ts';
import { icons } from './build/icons.ts';
import { idsAtOnce } from './build/ids-at-once.ts';
import { leanPackages } from './build/lean-packages.ts';
import { leanSocket } from './build/lean-socket.ts';
import { precompressed } from './build/precompressed.ts';

/** What forms are checked by. Running it takes longer than anything else: some forms ask for it late (lib/forms/late-checks.ts). */
const checkParts = /node_modules[\\/]zod[\\/]|kernel[\\/]wire[\\/]wire/;

/** Shared by all forms: their state, and what is around them. */
const formParts =
  /node_modules[\\/]@mantine[\\/]form[\\/]|components[\\/](forms[\\/]form-error|layout[\\/]panel)|lib[\\/](idempotency[\\/]use-change|forms[\\/]show-under-fields|focus[\\/]focus-first-error)/;

/** The styles of the first screens that the home page has not, in one file: the page waits for all that it asks for. */
const screenStyles =
  /(features[\\/](identity[\\/](signing-in|google|factors)|cart|booking[\\/]ordering)[\\/](identity-page|demo-people|google-button|factor-form|cart-row|add-to-cart|booking-form|quantity-field|order-outcome)|features[\\/]catalog[\\/](details|recommendations)[\\/](tool-details|tool-gallery|specifications|similar-tools)|app[\\/]pages[\\/](cart-page|login-for-page)|components[\\/](layout|forms|fields|states)[\\/](panel|form-error|delivery-fields|page-head|failed|loading-rows)|@mantine[\\/]core[\\/]styles[\\/](PasswordInput|Checkbox|Group|InlineInput|Paper|NumberInput))[\w.-]*\.css/;

/** All that the head start needs (ahead.ts), and what the rest shares with it. */
const headStartParts = /src[\\/](ahead|app[\\/]page-code)|kernel[\\/]wire[\\/]page-addresses/;

/** Small parts of what goes live that pages share with it (app/live.ts): in one file they are fewer bytes, and one request. */
const liveParts =
  /features[\\/](audit[\\/]history-queries|booking[\\/](order-counts|placed-orders)|identity[\\/]sessions[\\/]sessions-query|users[\\/](newest-people|say-own-role))|lib[\\/](live[\\/](looking-pause|ask-while-behind|told)|queries[\\/]admin-query)/;

const backend = backendAddress(process.env);

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'public',
  plugins: [
    react(),
    icons(),
    idsAtOnce(),
    leanSocket(),
    leanPackages(),
    headStart('ahead'),
    codeAfterPaint(),
    precompressed(),
    formerAssets(30),
    firstScreens('src/app/first-screens.tsx', {
      login: ['src/app/pages/login-for-page.tsx'],
      tool: ['src/app/pages/tool/tool-page.tsx', 'src/app/pages/login-for-page.tsx'],
      cart: ['src/app/pages/cart/cart-page.tsx'],
    }),
  ],
  server: {
    port: 5173,
    proxy: {
      // With the address that the browser asked: what a cookie authorises is taken from there alone.
      [backendPaths]: { target: backend, changeOrigin: false },
      [sentTo]: {
        target: backend,
        changeOrigin: false,
        bypass: ({ method, url }) => (method === 'GET' || method === 'HEAD' ? url : undefined),
      },
      '/socket.io': { target: backend, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: join(import.meta.dirname, 'index.html'), ahead: join(import.meta.dirname, 'src/ahead.ts') },
      output: {
        // The page's code names every other file: what each is shorter by is so many bytes of the home page.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // Few files, since the browser asks for six at a time: what every page needs (the packages by themselves, they
        // change so seldom that a new release leaves them in the cache), and what every form needs. The list of pages
        // stays by itself for the head start (ahead.ts), which waits for nothing else.
        codeSplitting: {
          groups: [
            { name: 'head-start', tags: ['$initial'], test: headStartParts, priority: 3 },
            { name: 'packages', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'shop', tags: ['$initial'], test: /frontend[\\/]src[\\/]/, priority: 1 },
            { name: 'screens', test: screenStyles },
            { name: 'checks', test: checkParts },
            { name: 'forms', test: formParts },
            { name: 'live-parts', test: liveParts },
          ],
        },
      },
    },
  },
});
