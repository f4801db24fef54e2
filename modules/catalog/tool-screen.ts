import type { View } from '../kernel/documents/view.ts';
import { inDigits } from '../kernel/values/in-words.ts';
import { formatMoney, moneyOf, times } from '../kernel/values/money.ts';
import { pictureSizes } from '../pictures/contract.ts';
import type { Tool, ToolScreen } from './contract.ts';
import type { StockedTool } from './read-models/tools.ts';
import { lastOf, minimumOf, shortageOf, stockOf } from './words/contract.ts';

/** What the first screen of a tool's page shows; undefined for what cannot be ordered, whose page begins with the bar. */
export async function toolScreen(
  tools: Pick<View<StockedTool>, 'text'>,
  toolId: string,
  currency: string,
): Promise<ToolScreen | undefined> {
  const { text, asOf } = await tools.text(toolId);
  const tool: Tool | undefined = text === undefined ? undefined : JSON.parse(text);
  // What is not encrypted on its way is not fetched (ToolPicture).
  if (!tool || tool.retired || shortageOf(tool) || /^http:/i.test(tool.img)) return undefined;
  const minimum = minimumOf(tool);
  const bought = tool.BuyGear + tool.sold;
  const last = lastOf(tool);
  const [second] = tool.pictures?.filter((picture) => picture !== tool.img) ?? [];
  const price = moneyOf(tool.PerPrice, currency);
  return {
    facts: [
      ...(minimum > 1 ? ['from'] : []),
      ...(last ? ['last'] : []),
      ...(bought > 0 ? ['bought'] : []),
      ...(second ? ['several'] : []),
    ],
    texts: {
      name: tool.name,
      description: tool.Description,
      img: tool.img,
      sizes: pictureSizes(tool.img) ?? '',
      second: second ?? '',
      price: formatMoney(price),
      least: formatMoney(times(price, minimum)),
      minimum: inDigits(minimum),
      pieces: `${minimum}`,
      available: stockOf(tool),
      last: last ?? '',
      bought: inDigits(bought),
      rating: `${tool.Ratings}`,
      stars: tool.Ratings.toFixed(1),
    },
    tool,
    asOf: String(asOf),
  };
}
