import { z } from 'zod';
import type { Commands } from '../kernel/commands.ts';
import { derivedId } from '../kernel/derived.ts';
import { NotFound } from '../kernel/errors.ts';
import { moneyAt } from '../kernel/money.ts';
import { pageAnswer } from '../kernel/page-answer.ts';
import { type Route, route } from '../kernel/route.ts';
import type { View } from '../kernel/view.ts';
import { idParams, inserted } from '../kernel/wire.ts';
import { addTool } from './commands/add-tool.ts';
import { addToolBody, type Tool, tool as toolSchema, toolsQuery } from './contract.ts';
import { checkPictureHost } from './picture-hosts.ts';
import { findTools } from './read-models/find-tools.ts';
import type { ToolSearch } from './search/tool-search.ts';
import { tool } from './tool.ts';

type Dependencies = {
  commands: Commands;
  tools: View<Tool>;
  search: ToolSearch;
  currency: string;
  imageHosts?: readonly string[];
};

export function catalogRoutes({ commands, tools, search, currency, imageHosts }: Dependencies): Route[] {
  return [
    route({
      method: 'get',
      path: '/tool',
      access: 'anyone',
      summary: 'All tools, or those that a search finds',
      query: toolsQuery,
      saysAsOf: true,
      answers: { 200: { description: 'Tools; the next page is in the Link header', schema: z.array(toolSchema) } },
      async handle({ query, signal }) {
        return pageAnswer('/tool', query, await findTools({ tools, search }, { ...query, signal }));
      },
    }),
    route({
      method: 'get',
      path: '/tool/{id}',
      access: 'anyone',
      summary: 'One tool',
      params: idParams,
      saysAsOf: true,
      answers: { 200: { description: 'The tool', schema: toolSchema }, 404: { description: 'No such tool' } },
      async handle({ params }) {
        const { text: json, asOf } = await tools.text(params.id);
        if (json === undefined) throw new NotFound('There is no such tool.');
        return { status: 200, json, asOf, isDocument: true };
      },
    }),
    route({
      method: 'post',
      path: '/tool',
      access: 'admin',
      summary: 'Offer a new tool',
      body: addToolBody,
      answers: {
        201: { description: 'Added', schema: inserted },
        409: { description: 'Key used for another request' },
      },
      async handle({ body, command }) {
        checkPictureHost(body.img, imageHosts);
        const toolId = derivedId('tool', command.commandId);
        const details = {
          type: 'AddTool',
          toolId,
          name: body.name,
          image: body.img,
          description: body.Description,
          minimumOrder: body.MinimumOrder,
          available: body.Available,
          buyGear: body.BuyGear,
          perPrice: moneyAt('PerPrice', body.PerPrice, currency),
          totalPrice: moneyAt('TotalPrice', body.TotalPrice, currency),
          ratings: body.Ratings,
        } as const;
        const { position } = await commands.execute(tool, toolId, command, details, addTool, { isNew: true });
        return { status: 201, body: { acknowledged: true, insertedId: toolId }, position };
      },
    }),
  ];
}
