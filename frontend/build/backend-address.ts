/** Where the backend of `npm run dev` listens, by the settings that it is started with. An empty one counts as left out. */
export function backendAddress({ HOST, PORT }: Readonly<Record<string, string | undefined>>): string {
  const isEverywhere = HOST === '0.0.0.0' || HOST === '::';
  const host = !HOST || isEverywhere ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}`;
}
