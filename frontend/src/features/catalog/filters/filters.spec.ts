import { describe, expect, it } from 'vitest';
import { filtersIn, withFilters } from './filters.ts';

const read = (query: string) => filtersIn(new URLSearchParams(query));

describe('the filters of an address', () => {
  it('are all there in one order, whatever else there is', () => {
    expect(read('inStock=true&search=saw&category=Saws&minRating=4&category=Hand+tools&maxPrice=9.5&minPrice=1')).toBe(
      'category=Saws&category=Hand+tools&minPrice=1&maxPrice=9.5&minRating=4&inStock=true',
    );
  });

  it.each(['category=', `category=${'x'.repeat(81)}`, 'minPrice=cheap', 'minPrice=-1', 'minRating=9', 'inStock=yes'])(
    'leave out what makes no sense: %s',
    (query) => expect(read(query)).toBe(''),
  );

  it('are each there once, and no more of them than the server takes', () => {
    expect(read('category=Saws&category=Saws&minPrice=1&minPrice=2')).toBe('category=Saws&minPrice=1');
    const many = Array.from({ length: 30 }, (_, number) => `category=c${number}`).join('&');
    expect(read(many).split('&')).toHaveLength(20);
  });

  it('come after what is asked for besides', () => {
    expect(withFilters('/tool?limit=12', 'inStock=true')).toBe('/tool?limit=12&inStock=true');
    expect(withFilters('/tool/facets', 'inStock=true')).toBe('/tool/facets?inStock=true');
    expect(withFilters('/tool', '')).toBe('/tool');
  });
});
