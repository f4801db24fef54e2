import { canonicalJson } from '../../kernel/encoding/canonical-json.ts';
import { Conflict, NotFound } from '../../kernel/errors.ts';
import { type Money, sameMoney } from '../../kernel/values/money.ts';
import type { ToolDetails, ToolDetailsChanged, ToolRepriced } from '../events.ts';
import { type Tool, withoutMissing } from '../tool.ts';

export type ChangeDetails = {
  type: 'ChangeDetails';
  toolId: string;
  /** The version that whoever changes it has seen. */
  version: number;
  /** All of it: what is left out is taken away. */
  details: ToolDetails;
  perPrice: Money;
  totalPrice: Money;
};

/** Somebody else has changed details or price since they were read. */
export class ToolChangedMeanwhile extends Conflict {
  override name = 'ToolChangedMeanwhile';
  constructor() {
    super('Somebody changed this tool meanwhile. Look at it as it is now, and change it then.');
  }
}

/**
 * Says anew what a tool is and costs; what is as it was is not said again. Stock moves beside it, without a conflict.
 * @throws ToolChangedMeanwhile when it is about another version
 */
export function changeDetails(command: ChangeDetails, tool: Tool): (ToolDetailsChanged | ToolRepriced)[] {
  if (tool.status === 'none') throw new NotFound('There is no such tool.');
  if (command.version !== tool.version) throw new ToolChangedMeanwhile();
  const { toolId, perPrice, totalPrice } = command;
  const version = tool.version + 1;
  const changed = changedIn(tool.details, withoutMissing(command.details));
  const isRepriced = !sameMoney(perPrice, tool.perPrice) || !sameMoney(totalPrice, tool.totalPrice);
  return [
    ...(Object.keys(changed).length > 0
      ? [{ type: 'ToolDetailsChanged', data: { toolId, version, ...changed } } as const]
      : []),
    ...(isRepriced ? [{ type: 'ToolRepriced', data: { toolId, version, perPrice, totalPrice } } as const] : []),
  ];
}

type Changed = Omit<ToolDetailsChanged['data'], 'toolId' | 'version'>;

/** What is another one; what is there no more is said to be none. */
function changedIn(before: ToolDetails, after: ToolDetails): Changed {
  const none = { category: null, specifications: [], pictures: [] };
  const [was, is] = [
    { ...none, ...before },
    { ...none, ...after },
  ];
  const names = (Object.keys(is) as (keyof Changed)[]).filter(
    (name) => canonicalJson(is[name]) !== canonicalJson(was[name]),
  );
  return Object.fromEntries(names.map((name) => [name, is[name]]));
}
