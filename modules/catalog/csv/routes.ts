import { ConcurrencyLimit } from '../../kernel/concurrency/concurrency-limit.ts';
import { FewAtOnce } from '../../kernel/concurrency/few-at-once.ts';
import type { View } from '../../kernel/documents/view.ts';
import { csvTable } from '../../kernel/encoding/csv.ts';
import { type Route, route } from '../../kernel/route.ts';
import { everyTool } from '../every-tool.ts';
import type { StockedTool } from '../read-models/tools.ts';
import { columns, lineOf } from './columns.ts';
import { importAnswer, importQuery, longestImport } from './contract.ts';
import { type ImportWiring, importProducts, tryImport } from './import-products.ts';

/** The calls by which an admin takes all tools out as a table, and brings them back changed. */
export function csvRoutes(wiring: ImportWiring & { readonly tools: View<StockedTool> }): Route[] {
  const turns = new ConcurrencyLimit({
    atOnce: 1,
    mostWaiting: 4,
    refusal: 'Other files are being imported. Please try again in a moment.',
  });
  const files = new FewAtOnce({
    ...{ inAll: 4, each: 2 },
    refusal: 'Other exports of products are being made. Please try again in a moment.',
  });
  return [
    route({
      method: 'get',
      path: '/products/export',
      access: 'admin',
      summary: 'All tools as a table, those that are retired too: CSV in UTF-8, to be imported again',
      saysAsOf: true,
      answers: { 200: { description: 'The table', type: 'text/csv' } },
      async handle({ caller }) {
        const headers = { 'Content-Disposition': 'attachment; filename="products.csv"' };
        const chunks = files.of(caller.uid, csvTable(columns, linesOf(wiring.tools)));
        return { status: 200, text: { type: 'text/csv', chunks }, headers, asOf: await wiring.tools.asOf() };
      },
    }),
    route({
      method: 'post',
      path: '/products/import',
      access: 'admin',
      summary: 'Change and add tools by a table, as the export writes it; first to be tried',
      query: importQuery,
      bodyAs: 'file',
      file: { types: ['text/csv'], longest: longestImport.bytes },
      answers: {
        200: { description: 'What became of it, or would: rows by themselves may be wrong', schema: importAnswer },
      },
      async handle({ query: { dryRun, firstLine, equalBefore = [] }, rawBody, command, signal }) {
        const file = { bytes: rawBody, firstLine, equalBefore };
        if (dryRun === 'true') return { status: 200, body: await turns.run(() => tryImport(wiring, file), signal) };
        const { answer, position } = await turns.run(() => importProducts(wiring, file, command), signal);
        return { status: 200, body: answer, position };
      },
    }),
  ];
}

async function* linesOf(tools: Pick<View<StockedTool>, 'list'>) {
  for await (const page of everyTool(tools)) yield page.values().map(lineOf);
}
