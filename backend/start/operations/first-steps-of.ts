import { tools } from '../../../modules/catalog/read-models/tools.ts';
import { viewOf } from '../../../modules/kernel/documents/view.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import type { FirstSteps } from '../../../modules/operations/contract.ts';
import type { Config } from '../settings/config.ts';

/** What the owner of a shop with these settings has yet to do. A product that was retired was a first one, too. */
export function firstStepsOf(config: Pick<Config, 'SEED' | 'PAYMENTS' | 'SMTP_URL'>, readModels: ReadModels) {
  const view = viewOf(readModels, tools);
  const hasTool = async (key: string) =>
    (await view.list({ index: 'name', key, order: 'ascending', limit: 1 })).documents.length > 0;
  return async (): Promise<FirstSteps> => {
    if (config.SEED === 'demo') return { steps: [] };
    return {
      steps: [
        { step: 'product', isDone: (await hasTool('')) || (await hasTool('retired')) },
        { step: 'payments', isDone: config.PAYMENTS === 'stripe' },
        { step: 'mail', isDone: config.SMTP_URL !== undefined },
      ],
    };
  };
}
