import { categoryKey } from '../categories/contract.ts';
import type { Tool } from '../contract.ts';
import { canBeOrdered } from './can-be-ordered.ts';

/** A tool as it is kept to be searched: its text as it goes out, and what it is put in order and told apart by. */
export type Shelved = Pick<Tool, 'PerPrice' | 'Ratings' | 'Available' | 'sold'> & {
  readonly id: string;
  readonly text: string;
  /** As the list of tools sorts it. */
  readonly name: string;
  /** As `categoryKey` writes it. */
  readonly category: string | undefined;
  /** As it is written. */
  readonly categoryName: string | undefined;
  readonly isRetired: boolean;
  readonly isInStock: boolean;
};

export function shelvedOf(tool: Tool, text: string): Shelved {
  const { _id: id, name, PerPrice, Ratings, Available, sold, category, retired: isRetired } = tool;
  return {
    ...{ id, text, PerPrice, Ratings, Available, sold, isRetired },
    name: name.toLowerCase(),
    categoryName: category,
    category: category === undefined ? undefined : categoryKey(category),
    isInStock: canBeOrdered(tool),
  };
}
