import { z } from 'zod';
import type { Commands } from '../kernel/commands.ts';
import { NotFound } from '../kernel/errors.ts';
import { pageAnswer } from '../kernel/page-answer.ts';
import { type Route, route } from '../kernel/route.ts';
import type { View } from '../kernel/view.ts';
import { idParams } from '../kernel/wire.ts';
import { tool as toolSchema, toolsQuery } from './contract.ts';
import { csvRoutes } from './csv/routes.ts';
import { findTools } from './read-models/find-tools.ts';
import type { StockedTool } from './read-models/tools.ts';
import { runningRoutes } from './running-routes.ts';
import type { ToolSearch } from './search/tool-search.ts';

type Dependencies = {
  commands: Commands;
  tools: View<StockedTool>;
  search: ToolSearch;
  currency: string;
  imageHosts?: readonly string[];
};

export function catalogRoutes({ tools, search, ...running }: Dependencies): Route[] {
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
      summary: 'One tool, also when it is retired',
      params: idParams,
      saysAsOf: true,
      answers: { 200: { description: 'The tool', schema: toolSchema }, 404: { description: 'No such tool' } },
      async handle({ params }) {
        const { text: json, asOf } = await tools.text(params.id);
        if (json === undefined) throw new NotFound('There is no such tool.');
        return { status: 200, json, asOf, isDocument: true };
      },
    }),
    ...runningRoutes(running),
    ...csvRoutes({ commands: running.commands, tools, rules: running }),
  ];
}
