import { pause } from '../runtime/time/pause.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { type Figure, tried } from './figures/figure.ts';
import { quantilesOf } from './figures/quantiles.ts';

/** Milliseconds that a page of the history may take, and how often each is asked for. */
const longest = 100;
const times = 15;
/** While the history is being indexed it says so, in milliseconds between two looks. */
const lookEvery = 500;

/** What the screen of the history asks for: its first page, and each filter: one answer after the other, of which the middle one counts. */
export async function historyPages(
  admin: ApiClient,
  { toolId, uid }: { readonly toolId: string; readonly uid: string },
): Promise<Figure[]> {
  const ask = async (query: string) => {
    const begun = performance.now();
    const { status, text } = await admin.get(`/history?limit=50${query}`);
    if (status !== 200) throw new Error(`/history?limit=50${query} answered ${status}`);
    return { took: performance.now() - begun, entries: JSON.parse(text) as { correlationId: string; at: string }[] };
  };
  while ((await admin.get('/history?limit=1')).status === 503) await pause(lookEvery);
  const [entry] = (await ask('&type=ToolBooked')).entries;
  const day = new Date(Date.now() - 180 * 86_400_000).toISOString().slice(0, 10);
  const filters = {
    'first page': '',
    'by a tool in demand': `&entity=tool:${toolId}`,
    'by a person': `&entity=user:${uid}`,
    'by an actor': `&actor=${uid}`,
    'by a type': '&type=BookingPaid',
    'by a type that there is little of': '&type=UserPromoted',
    'up to half a year ago': `&until=${day}`,
    'by a correlation': `&correlation=${entry?.correlationId}`,
    'by a tool, an actor, a type and a time': `&entity=tool:${toolId}&actor=${uid}&type=StockReserved&since=${day}`,
  };
  const figures: Figure[] = [];
  for (const [what, query] of Object.entries(filters)) {
    const measure = async () => {
      const took: number[] = [];
      for (let time = 0; time < times; time++) took.push((await ask(query)).took);
      const at = quantilesOf(took);
      const note = `${Math.round(took[0] ?? 0)} ms the first time, ${Math.round(at(1))} ms at the most`;
      return { ours: { amount: { value: at(0.5), unit: 'ms' as const } }, note };
    };
    figures.push(await tried(`GET /history, 50, ${what}: the median of ${times}`, measure, { amount: longest }));
  }
  return figures;
}
