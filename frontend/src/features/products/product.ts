import { asSaid, type ChangeToolBody, type Specification, type Tool } from '../../../../modules/catalog/contract.ts';
import { shortageOf } from '../../../../modules/catalog/words/contract.ts';
import { numberIn } from '../../../../modules/kernel/values/number-in.ts';

/** A tool as admins see it. */
export type Product = Tool & { held?: number };

/** Of a tool's fields those that are typed: all as text, as they stand in the form. */
export type ProductValues = Record<ProductField, string>;

export const productFields = [
  'name',
  'category',
  'img',
  'Description',
  'PerPrice',
  'TotalPrice',
  'MinimumOrder',
  'Ratings',
  'BuyGear',
  'specifications',
  'pictures',
] as const;
export type ProductField = (typeof productFields)[number];

export const fieldLabels: Readonly<Record<ProductField, string>> = {
  name: 'Name',
  category: 'Category',
  img: 'Picture',
  Description: 'Description',
  PerPrice: 'Price a piece',
  TotalPrice: 'Total price',
  MinimumOrder: 'Minimum order',
  Ratings: 'Rating',
  BuyGear: 'Buy gear',
  specifications: 'Specifications',
  pictures: 'Further pictures',
};

export function valuesOf(product: Product): ProductValues {
  return {
    name: product.name,
    category: product.category ?? '',
    img: product.img,
    Description: product.Description,
    PerPrice: `${product.PerPrice}`,
    TotalPrice: `${product.TotalPrice}`,
    MinimumOrder: `${product.MinimumOrder}`,
    Ratings: `${asSaid(product).Ratings}`,
    BuyGear: `${product.BuyGear}`,
    specifications: (product.specifications ?? []).map(lineOf).join('\n'),
    pictures: (product.pictures ?? []).join('\n'),
  };
}

const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const lineOf = ({ name, value }: Specification) => `${name}: ${value}`;

/**
 * What the lines say. Those that stand there as they did are what they were: a name may have a colon in it, and a value several
 * lines, which read anew would be others.
 */
function specificationsIn(text: string, before: readonly Specification[]): Specification[] {
  if (isSame(text, before.map(lineOf).join('\n'))) return [...before];
  const known = before.map((one) => ({ one, own: linesIn(lineOf(one)) })).sort((a, b) => b.own.length - a.own.length);
  const found: Specification[] = [];
  for (let lines = linesIn(text); lines.length > 0; ) {
    const same = known.find(({ own }) => own.every((line, place) => line === lines[place]));
    found.push(same?.one ?? specificationIn(lines[0] ?? ''));
    lines = lines.slice(same?.own.length ?? 1);
  }
  return found;
}

function specificationIn(line: string): Specification {
  const at = line.indexOf(':');
  return at === -1 ? { name: line, value: '' } : { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
}

/** What the form says, for the server to judge: what is no number stays as it was typed. `base`: what one began with. */
export function changeOf(values: ProductValues, base: Pick<Product, 'specifications' | 'version'>): ChangeToolBody {
  const { name, img, Description, category } = values;
  const { version } = base;
  const number = (field: ProductField) => numberIn(values[field]) as number;
  return {
    ...{ name, img, Description, version },
    ...(category.trim() !== '' && { category }),
    PerPrice: number('PerPrice'),
    TotalPrice: number('TotalPrice'),
    MinimumOrder: number('MinimumOrder'),
    Ratings: number('Ratings'),
    BuyGear: number('BuyGear'),
    specifications: specificationsIn(values.specifications, base.specifications ?? []),
    pictures: linesIn(values.pictures),
  };
}

const isSame = (one: string, other: string) => one.trim() === other.trim();

/** Whether there is a field that says something else in one than in the other. */
export const differ = (one: ProductValues, other: ProductValues): boolean =>
  productFields.some((field) => !isSame(one[field], other[field]));

/** What becomes of a form when somebody else has saved the same product meanwhile. */
export type Merged = {
  /** What stands in the form then. */
  readonly values: ProductValues;
  /** Only they changed these: what they say stands. */
  readonly taken: readonly ProductField[];
  /** Both changed these, to something else: one's own stands until somebody has chosen. */
  readonly contested: readonly ProductField[];
};

/** Field by field: `base` is what one began with, `mine` what stands in the form, `theirs` what is saved now. */
export function mergedOf(base: ProductValues, mine: ProductValues, theirs: ProductValues): Merged {
  const changedThere = productFields.filter(
    (field) => !isSame(base[field], theirs[field]) && !isSame(mine[field], theirs[field]),
  );
  const taken = changedThere.filter((field) => isSame(base[field], mine[field]));
  return {
    values: { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) },
    taken,
    contested: changedThere.filter((field) => !taken.includes(field)),
  };
}

export type ProductState = { readonly word: string; readonly kind: 'offered' | 'sold-out' | 'retired' };

/** As the filter tells them apart: what no order can be placed of is sold out there, also where some are left. */
export function stateOf(product: Pick<Product, 'retired' | 'Available' | 'MinimumOrder'>): ProductState {
  if (product.retired) return { word: 'Retired', kind: 'retired' };
  const shortage = shortageOf(product);
  return shortage ? { word: shortage, kind: 'sold-out' } : { word: 'Offered', kind: 'offered' };
}
