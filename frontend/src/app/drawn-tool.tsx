import type { Tool } from '../../../modules/catalog/contract.ts';
import { minimumOf, onlySoMany, stockOf } from '../../../modules/catalog/words/contract.ts';
import { inDigits } from '../../../modules/kernel/values/in-words.ts';
import { pictureSizes } from '../../../modules/pictures/contract.ts';
import { formatPrice, priceOf } from '../lib/formatting/money.ts';

/** What makes a tool's page look different at once. */
export const toolFacts: readonly string[] = ['from', 'last', 'bought', 'several'];

const picture = '/pictures/uploaded/drawn-1280.webp';

/** A tool of which those facts hold, whose numbers are found again in what is drawn of it. */
export function drawnTool(holds: (fact: string) => boolean): Tool {
  const least = holds('from') ? 7_777 : 1;
  return {
    _id: 'drawn',
    name: '{{name}}',
    img: picture,
    Description: '{{description}}',
    MinimumOrder: least,
    Available: holds('last') ? least + 1 : 8_888_888,
    BuyGear: holds('bought') ? 99_991 : 0,
    PerPrice: 1_234.56,
    TotalPrice: 0,
    Ratings: 4.3,
    ...(holds('several') && { pictures: ['/pictures/second.svg'] }),
    version: 1,
    retired: false,
    sold: 0,
  };
}

/** Braces for such a tool's picture, wherever it is drawn. */
export function pictureTexts(html: string): string {
  // React asks for it in advance too, which a picture of one size alone cannot be by its sizes. It stands right below.
  return withBraces(html.replaceAll(/<link rel="preload" as="image" imageSrcSet=[^>]*>/g, ''), [
    [pictureSizes(picture) ?? '', '{{sizes}}'],
    [picture, '{{img}}'],
  ]);
}

/** The drawing of such a tool's page, with braces for what is another of each tool. */
export function toolTexts(tool: Tool, html: string): string {
  const least = minimumOf(tool);
  const texts: [string, string][] = [
    [formatPrice(tool.PerPrice, 'usd'), '{{price}}'],
    [`Rated ${tool.Ratings} of 5`, 'Rated {{rating}} of 5'],
    [`${tool.Ratings.toFixed(1)}</span>`, '{{stars}}</span>'],
    [`<dd>${stockOf(tool)}</dd>`, '<dd>{{available}}</dd>'],
    [`${stockOf(tool)} on the shelf`, '{{available}} on the shelf'],
  ];
  if (tool.Available === least + 1) texts.push([onlySoMany(tool), '{{last}}']);
  if (tool.BuyGear > 0) texts.push(['99,991', '{{bought}}']);
  if (tool.pictures) texts.push(['/pictures/second.svg', '{{second}}']);
  if (least > 1) {
    const price = priceOf(tool.PerPrice, least, 'usd') ?? 0;
    texts.push([formatPrice(price, 'usd'), '{{least}}'], [inDigits(least), '{{minimum}}'], [`${least}`, '{{pieces}}']);
  }
  return withBraces(pictureTexts(html), texts);
}

function withBraces(html: string, texts: readonly (readonly [string, string])[]): string {
  return texts.reduce((text, [of, braces]) => {
    if (!text.includes(of)) throw new Error(`The drawing of a tool says ${of} nowhere.`);
    return text.replaceAll(of, braces);
  }, html);
}
