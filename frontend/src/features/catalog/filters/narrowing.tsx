import { CategoriesLike } from '../search/categories-like.tsx';
import { FilterChips } from './filter-chips.tsx';
import { LoosenFilters } from './loosen-filters.tsx';
import { ToolFilters } from './tool-filters.tsx';

/** All that narrows the shelves down, in one file for the browser: nobody needs its code before setting a filter, or finding nothing. */
export const narrowing = { ToolFilters, FilterChips, LoosenFilters, CategoriesLike };
