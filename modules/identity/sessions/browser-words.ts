/** Of several that a browser says it is, the first of these: all but Firefox claim to be Safari too, and most to be Chrome. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'a Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Characters that are looked at, several times what any browser says: Safari's pattern takes the square of the time for what is longer. */
const longest = 512;

/** What a browser says it is (User-Agent, RFC 9110, 10.1.5), in words that its owner knows it by: `Firefox on Windows`. */
export function browserIn(userAgent: string | readonly string[] | undefined): string {
  const said = typeof userAgent === 'string' ? userAgent.slice(0, longest) : '';
  const first = (table: readonly [RegExp, string][]) => table.find(([pattern]) => pattern.test(said))?.[1];
  const [browser, system] = [first(browsers), first(systems)];
  if (browser === undefined) return system === undefined ? 'An unknown browser' : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
