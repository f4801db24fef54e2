import { moneyAt } from '../kernel/values/money.ts';
import type { ChangeToolBody } from './contract.ts';
import { checkPictureHosts } from './picture-hosts.ts';
import { withoutMissing } from './tool.ts';

export type SaidRules = { readonly currency: string; readonly imageHosts?: readonly string[] };

/**
 * What is said of a tool, in the words of events.
 * @throws Invalid for a price that the currency has not, or a picture from elsewhere
 */
export function saidOfTool(body: Omit<ChangeToolBody, 'version'>, { currency, imageHosts }: SaidRules) {
  checkPictureHosts(body, imageHosts);
  const { category, specifications, pictures } = body;
  return {
    details: withoutMissing({
      name: body.name,
      image: body.img,
      description: body.Description,
      minimumOrder: body.MinimumOrder,
      buyGear: body.BuyGear,
      ratings: body.Ratings,
      ...{ category, specifications, pictures },
    }),
    perPrice: moneyAt('PerPrice', body.PerPrice, currency),
    totalPrice: moneyAt('TotalPrice', body.TotalPrice, currency),
  };
}
