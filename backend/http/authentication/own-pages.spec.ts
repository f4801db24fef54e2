import { describe, expect, it } from 'vitest';
import { checkOwnPage, FromAnotherSite } from './own-pages.ts';

const shop = 'https://shop.example';
type Case = [headers: Readonly<Record<string, string>>, publicUrl?: string];

const own: Case[] = [
  [{ host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
  [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
  [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }, 'http://localhost:3000'],
  [{ host: 'shop.example', origin: 'https://shop.example' }],
  [{ host: 'shop.example', origin: 'https://shop.example' }, shop],
  // A proxy that asks a node by the node's own name.
  [{ host: 'node1:3000', origin: 'https://shop.example' }, 'https://shop.example/'],
  [{ host: 'www.shop.example', origin: 'https://www.shop.example' }, shop],
  // Programs, and old browsers at an address of ours.
  [{ host: 'shop.example' }, shop],
  [{ host: 'shop.example', 'sec-fetch-site': 'none' }, shop],
];

const foreign: Case[] = [
  [{ host: 'shop.example', origin: 'https://elsewhere.example' }],
  [{ host: 'shop.example', origin: 'https://elsewhere.example' }, shop],
  [{ host: 'shop.example', origin: 'https://shop.example.elsewhere.example' }, shop],
  [{ host: 'shop.example', origin: 'https://sub.shop.example' }, shop],
  [{ host: 'shop.example', origin: 'https://shop.example:8443' }, shop],
  [{ host: 'shop.example', origin: 'http://shop.example' }, shop],
  [{ host: 'localhost:3000', origin: 'http://localhost:4000' }],
  [{ host: 'localhost:3000', origin: 'http://127.0.0.1:3000' }],
  [{ host: 'shop.example', origin: 'null' }, shop],
  [{ host: 'shop.example', origin: '' }, shop],
  [{ host: 'shop.example', origin: 'shop.example' }, shop],
  [{ origin: 'https://undefined.example' }],
  // Where the two do not agree, the one that says no is believed.
  [{ host: 'shop.example', origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }, shop],
  [{ host: 'shop.example', origin: 'https://elsewhere.example', 'sec-fetch-site': 'same-origin' }, shop],
  [{ host: 'shop.example', 'sec-fetch-site': 'same-site' }, shop],
  [{ host: 'shop.example', 'sec-fetch-site': 'cross-site' }, shop],
];

describe('what a cookie authorises', () => {
  it.each(own)('is taken with %j, where the shop is said to be at %s', (headers, publicUrl) => {
    expect(() => checkOwnPage(headers, publicUrl)).not.toThrow();
  });

  it.each(foreign)('is refused with %j, where the shop is said to be at %s', (headers, publicUrl) => {
    expect(() => checkOwnPage(headers, publicUrl)).toThrow(FromAnotherSite);
  });
});
