import { describe, expect, it } from 'vitest';
import { siteOf } from './site.ts';

describe('where passkeys are good', () => {
  it('is the shop’s own address and no other', () => {
    const { id, isOurs } = siteOf('https://shop.example');
    expect(id).toBe('shop.example');
    expect(isOurs('https://shop.example')).toBe(true);
    const others = ['http://shop.example', 'https://shop.example:8443', 'https://shop.example.evil.test', 'null', ''];
    expect(others.filter(isOurs)).toEqual([]);
  });

  it('is any port of localhost for a shop there', () => {
    const { id, isOurs } = siteOf('http://localhost');
    expect(id).toBe('localhost');
    expect(isOurs('http://localhost:3000')).toBe(true);
    expect(['http://localhost.evil.test', 'https://shop.example', 'null'].filter(isOurs)).toEqual([]);
  });
});
