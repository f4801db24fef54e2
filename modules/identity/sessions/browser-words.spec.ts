import { expect, it } from 'vitest';
import { browserIn } from './browser-words.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/142.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36 OPR/120.0`, 'Opera on a Mac'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'A browser on iPad'],
  ['curl/8.5.0', 'An unknown browser'],
  ['', 'An unknown browser'],
  [undefined, 'An unknown browser'],
])('calls %j %s', (userAgent, words) => {
  expect(browserIn(userAgent)).toBe(words);
});

it('looks at no more than any browser says of itself, so that nobody keeps the others waiting with it', () => {
  const firefox = 'Firefox/145.0';
  expect(browserIn(`${'x '.repeat(200)}${firefox}`)).toBe('Firefox');
  expect(browserIn(`${'x '.repeat(256)}${firefox}`)).toBe('An unknown browser');
  expect(browserIn('Version/'.repeat(2_000))).toBe('An unknown browser');
});
