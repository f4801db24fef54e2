import { type Figure, type Figures, type Measured, ratioOf, verdictsOn, whole } from './figure.ts';

/** The figures as a table in Markdown, a line each: what docs/performance.md has of them. */
export function tableOf({ on, figures }: Figures): string[] {
  return [
    `\nOn ${on}\n`,
    '| what | Inventory | median / p99 | bare | median / p99 | of bare | µs of the processor each, bare | must reach | |',
    '|---|---|---|---|---|---|---|---|---|',
    ...figures.map((figure) => `| ${cellsOf(figure).join(' | ')} |`),
  ];
}

function cellsOf(figure: Figure): string[] {
  const { what, ours, bare, beside, note = '' } = figure;
  const ratio = ratioOf(figure);
  const amount = ours.amount && `${whole(ours.amount.value)} ${ours.amount.unit}`;
  const verdicts = verdictsOn(figure).map(({ wanted, isReached }) => `${wanted}: ${isReached ? 'yes' : '**no**'}`);
  return [
    what,
    amount ?? rate(ours),
    times(ours),
    beside === undefined ? rate(bare) : `${rate(bare)} (${beside})`,
    times(bare),
    ratio === undefined ? '' : `${ratio.toFixed(2)} x`,
    processor(ours, bare),
    verdicts.join('; '),
    note,
  ];
}

function rate(one: Partial<Measured> | undefined): string {
  if (one?.perSecond === undefined) return '';
  return `${whole(one.perSecond)}/s${one.failed ? `, ${whole(one.failed)} failed` : ''}`;
}

/** Of all threads, with the event loop's in brackets where others work too. */
function processor(ours: Partial<Measured>, bare: Partial<Measured> | undefined): string {
  if (ours.cpu === undefined) return '';
  const { cpu, loop = cpu } = ours;
  const own = loop < 0.9 * cpu ? `${whole(cpu)} (${whole(loop)} of the event loop)` : whole(cpu);
  return bare?.cpu === undefined ? own : `${own}; ${whole(bare.cpu)}`;
}

function times(one: Partial<Measured> | undefined): string {
  return one?.p99 === undefined ? '' : `${whole(one.median ?? 0)} / ${whole(one.p99)} ms`;
}
