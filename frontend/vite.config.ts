import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompressed } from './build/precompressed.ts';

/** Everything the backend answers itself; every other path is a page of the browser's side. */
const backendPaths =
  '^/(identity|\\.well-known|admin|booking|updateuser|reviews|tool|user|create-payment-intent|payments|sandbox|config|health|metrics|openapi\\.json|api-docs)(?=[/?]|$)';

const backend = process.env.BACKEND ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'public',
  plugins: [react(), precompressed()],
  server: {
    port: 5173,
    proxy: {
      [backendPaths]: backend,
      '/socket.io': { target: backend, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every page needs and what changes least, so that a new release leaves it in the browser's cache.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack)[\\/]/,
            },
          ],
        },
      },
    },
  },
});
