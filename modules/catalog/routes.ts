import { z } from 'zod';
import type { Commands } from '../kernel/commands.ts';
import { pageAnswer } from '../kernel/documents/page-answer.ts';
import type { View } from '../kernel/documents/view.ts';
import { NotFound } from '../kernel/errors.ts';
import { type Route, route } from '../kernel/route.ts';
import { idParams } from '../kernel/wire/wire.ts';
import type { WantedPictures } from '../pictures/contract.ts';
import { tool as toolSchema } from './contract.ts';
import { csvRoutes } from './csv/routes.ts';
import { filterIn, findProducts, findTools } from './read-models/find-tools.ts';
import type { StockedTool } from './read-models/tools.ts';
import { runningRoutes } from './running-routes.ts';
import {
  facetsQuery,
  product,
  productsQuery,
  suggestionsQuery,
  toolFacets,
  toolSuggestion,
  toolsQuery,
} from './search/contract.ts';
import type { ToolSearch } from './search/tool-search.ts';

type Dependencies = {
  commands: Commands;
  tools: View<StockedTool>;
  search: ToolSearch;
  pictures: WantedPictures;
  currency: string;
  imageHosts?: readonly string[];
};

export function catalogRoutes({ tools, search, ...running }: Dependencies): Route[] {
  return [
    route({
      method: 'get',
      path: '/tool',
      access: 'anyone',
      summary: 'All tools, or those that a search and filters find',
      query: toolsQuery,
      saysAsOf: true,
      answers: { 200: { description: 'Tools; the next page is in the Link header', schema: z.array(toolSchema) } },
      async handle({ query, signal }) {
        return pageAnswer('/tool', query, await findTools({ tools, search }, { ...query, signal }));
      },
    }),
    route({
      method: 'get',
      path: '/tool/facets',
      access: 'anyone',
      summary: 'How many tools each value of a filter finds, given the search and the other filters',
      query: facetsQuery,
      saysAsOf: true,
      answers: { 200: { description: 'Counts by category, stock and rating, and the prices', schema: toolFacets } },
      async handle({ query, signal }) {
        return { status: 200, ...(await search.facets(query.search, filterIn(query), signal)) };
      },
    }),
    route({
      method: 'get',
      path: '/tool/suggestions',
      access: 'anyone',
      summary: 'What somebody may be looking for who has typed this',
      query: suggestionsQuery,
      saysAsOf: true,
      answers: { 200: { description: 'Categories and names, 8 at most', schema: z.array(toolSuggestion).max(8) } },
      async handle({ query: { q }, signal }) {
        return { status: 200, ...(await search.suggestions(q, signal)) };
      },
    }),
    route({
      method: 'get',
      path: '/tool/{id}/related',
      access: 'anyone',
      summary: 'Tools near to one: of its category, called alike, or costing about as much',
      params: idParams,
      saysAsOf: true,
      answers: {
        200: { description: 'Six at most, what can be ordered first', schema: z.array(toolSchema).max(6) },
        404: { description: 'No such tool' },
      },
      async handle({ params: { id }, signal }) {
        return { status: 200, ...(await search.related(id, signal)) };
      },
    }),
    route({
      method: 'get',
      path: '/products',
      access: 'admin',
      summary: 'All tools as admins see them, retired ones too; or those that a search and filters find',
      query: productsQuery,
      saysAsOf: true,
      answers: { 200: { description: 'Tools; the next page is in the Link header', schema: z.array(product) } },
      async handle({ query }) {
        return pageAnswer('/products', query, await findProducts({ tools, search }, query));
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
    ...runningRoutes({ ...running, tools }),
    ...csvRoutes({ commands: running.commands, pictures: running.pictures, tools, rules: running }),
  ];
}
