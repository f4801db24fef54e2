/** What was measured under load. */
export type Measured = {
  /** Answers of 2xx a second. */
  readonly perSecond: number;
  /** Milliseconds that half of the answers took at the most. */
  readonly median: number;
  /** Milliseconds that 99 of 100 answers took at the most. */
  readonly p99: number;
  /** Answers that were no success, and calls that got none: 0 unless something went wrong, which the table then says. */
  readonly failed: number;
};

/** One line of the table: what the shop does, and what something bare does on the same machine in the same run. */
export type Figure = {
  readonly what: string;
  readonly ours: Partial<Measured>;
  readonly bare?: Partial<Measured>;
  /** What it is compared with. */
  readonly beside?: string;
  /** What else there is to say: bytes, seconds. */
  readonly note?: string;
};

/** Figures that were measured on the same stores. */
export type Figures = { readonly on: string; readonly figures: readonly Figure[] };

/** A figure, or why there is none: what fails on a busy machine does not end what is measured after it. */
export async function tried(what: string, measure: () => Promise<Omit<Figure, 'what'>>): Promise<Figure> {
  try {
    return { what, ...(await measure()) };
  } catch (reason) {
    return { what, ours: {}, note: `not measured: ${reason instanceof Error ? reason.message : String(reason)}` };
  }
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const rate = (one: Partial<Measured> | undefined) =>
  one?.perSecond === undefined ? '' : `${whole(one.perSecond)}/s${one.failed ? `, ${whole(one.failed)} failed` : ''}`;
const times = (one: Partial<Measured> | undefined) => (one?.p99 === undefined ? '' : `${one.median} / ${one.p99} ms`);
const ratio = ({ ours, bare }: Figure) =>
  ours.perSecond === undefined || !bare?.perSecond ? '' : `${(ours.perSecond / bare.perSecond).toFixed(2)} x`;

/** The figures as a table in Markdown, a line each. */
export function tableOf({ on, figures }: Figures): string[] {
  return [
    `\nOn ${on}\n`,
    '| what | Inventory | median / p99 | bare | median / p99 | of bare | |',
    '|---|---|---|---|---|---|---|',
    ...figures.map((one) => {
      const bare = one.beside === undefined ? rate(one.bare) : `${rate(one.bare)} (${one.beside})`;
      const cells = [one.what, rate(one.ours), times(one.ours), bare, times(one.bare), ratio(one), one.note ?? ''];
      return `| ${cells.join(' | ')} |`;
    }),
  ];
}
