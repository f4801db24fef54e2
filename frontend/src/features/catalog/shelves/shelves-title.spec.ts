import { expect, it } from 'vitest';
import { shelvesTitle } from './shelves-title.ts';

it.each([
  ['', 'Tools and parts'],
  ['sort=price-up', 'Tools and parts'],
  ['search=hand+saw', '“hand saw” · Tools and parts'],
  ['search=+', 'Tools and parts'],
  ['after=abc', 'Tools and parts, a further page'],
  ['stock=yes', 'Tools and parts'],
  ['search=saw&category=Saws&after=abc', '“saw” · Tools and parts, filtered, a further page'],
])('the shelves at ?%s are called %s', (query, title) => expect(shelvesTitle(new URLSearchParams(query))).toBe(title));
