/** Longer ones would not fit into the cookie that remembers them. */
const longest = 1_000;

/** Some origin that no address of ours names. */
const here = 'https://shop.invalid';

/**
 * A path of this site to go on to, whatever was asked for; `/` in the place of what leads elsewhere (open redirect). Browsers
 * read `\` as `/` and leave out tabs and line ends, so it is taken as a browser takes it: by the URL parser.
 */
export function pathHere(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > longest || !wanted.startsWith('/')) return '/';
  const address = URL.parse(wanted, here);
  if (address === null || address.origin !== here) return '/';
  const path = `${address.pathname}${address.search}${address.hash}`;
  // `/.//evil.example` is a path of ours until it stands by itself.
  return path.startsWith('//') ? '/' : path;
}

/** The path with a parameter in its query. */
export function withParameter(path: string, name: string, value: string): string {
  const address = new URL(path, here);
  address.searchParams.set(name, value);
  return pathHere(`${address.pathname}${address.search}${address.hash}`);
}
