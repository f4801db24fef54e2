import type { Commands } from '../kernel/commands.ts';
import type { View } from '../kernel/documents/view.ts';
import { derivedId } from '../kernel/encoding/derived.ts';
import { type Route, route } from '../kernel/route.ts';
import { acknowledged, idParams, inserted } from '../kernel/wire/wire.ts';
import type { WantedPictures } from '../pictures/contract.ts';
import { addTool } from './commands/add-tool.ts';
import { adjustStock } from './commands/adjust-stock.ts';
import { changeDetails } from './commands/change-details.ts';
import { retireTool } from './commands/retire-tool.ts';
import { returnTool } from './commands/return-tool.ts';
import {
  addToolBody,
  adjustedStock,
  adjustStockBody,
  type ChangeToolBody,
  changedTool,
  changeToolBody,
} from './contract.ts';
import { refuseMissing } from './missing-pictures.ts';
import type { StockedTool } from './read-models/tools.ts';
import { type SaidRules, saidOfTool } from './said-of-tool.ts';
import { tool } from './tool.ts';

type Dependencies = {
  commands: Commands;
  tools: Pick<View<StockedTool>, 'get'>;
  pictures: WantedPictures;
} & SaidRules;

const noSuchTool = { description: 'No such tool' };
const keyUsed = { description: 'Key used for another request' };

/** The calls by which admins run the shop's shelves. */
export function runningRoutes({ commands, tools, pictures, ...rules }: Dependencies): Route[] {
  const saidIn = (body: Omit<ChangeToolBody, 'version'>) => saidOfTool(body, rules);
  return [
    route({
      method: 'post',
      path: '/tool',
      access: 'admin',
      summary: 'Offer a new tool',
      body: addToolBody,
      answers: { 201: { description: 'Added', schema: inserted }, 409: keyUsed },
      async handle({ body, command: context }) {
        const toolId = derivedId('tool', context.commandId);
        const { details, ...prices } = saidIn(body);
        await refuseMissing(pictures, body, async () => undefined);
        const command = { type: 'AddTool', toolId, available: body.Available, ...details, ...prices } as const;
        const { position } = await commands.execute(tool, toolId, context, command, addTool, { isNew: true });
        return { status: 201, body: { acknowledged: true, insertedId: toolId }, position };
      },
    }),
    route({
      method: 'put',
      path: '/tool/{id}',
      access: 'admin',
      summary: 'Say anew what a tool is and costs; orders that are there keep their price',
      params: idParams,
      body: changeToolBody,
      answers: {
        200: { description: 'modifiedCount is 0 when nothing was new', schema: changedTool },
        404: noSuchTool,
        409: { description: 'Somebody changed it meanwhile: it has another version' },
      },
      async handle({ params: { id: toolId }, body: { version, ...body }, command: context }) {
        const command = { type: 'ChangeDetails', toolId, version, ...saidIn(body) } as const;
        await refuseMissing(pictures, body, () => tools.get(toolId));
        const { events, position } = await commands.execute(tool, toolId, context, command, changeDetails);
        const modifiedCount = Math.min(events.length, 1);
        return { status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount }, position };
      },
    }),
    route({
      method: 'post',
      path: '/tool/{id}/stock',
      access: 'admin',
      summary: 'Put pieces on the shelf, or take some off',
      params: idParams,
      body: adjustStockBody,
      answers: {
        200: { description: 'How many are free now', schema: adjustedStock },
        404: noSuchTool,
        409: { description: 'Fewer pieces are free' },
      },
      async handle({ params: { id: toolId }, body, command: context }) {
        const command = { type: 'AdjustStock', toolId, ...body } as const;
        const { state, events, position } = await commands.execute(tool, toolId, context, command, adjustStock);
        const now = state.status === 'none' ? 0 : state.available;
        // Said again it is answered as it was, whatever has become of the shelf since.
        const Available = events[0]?.data.available ?? now;
        return { status: 200, body: { acknowledged: true, Available }, position };
      },
    }),
    route({
      method: 'delete',
      path: '/tool/{id}',
      access: 'admin',
      summary: 'Retire a tool: nobody finds or orders it any more; retired twice is retired once',
      params: idParams,
      answers: { 200: { description: 'It is retired', schema: acknowledged }, 404: noSuchTool, 409: keyUsed },
      async handle({ params: { id: toolId }, command: context }) {
        const command = { type: 'RetireTool', toolId } as const;
        const { position } = await commands.execute(tool, toolId, context, command, retireTool);
        return { status: 200, body: { acknowledged: true }, position };
      },
    }),
    route({
      method: 'post',
      path: '/tool/{id}/return',
      access: 'admin',
      summary: 'Offer a retired tool again',
      params: idParams,
      answers: { 200: { description: 'It is offered', schema: acknowledged }, 404: noSuchTool, 409: keyUsed },
      async handle({ params: { id: toolId }, command: context }) {
        const command = { type: 'ReturnTool', toolId } as const;
        const { position } = await commands.execute(tool, toolId, context, command, returnTool);
        return { status: 200, body: { acknowledged: true }, position };
      },
    }),
  ];
}
