/** One line of Prometheus's text format (version 0.0.4). */
export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** What a text in Prometheus's format says. @throws Error for a line that is none */
export function samplesIn(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`Not a line of metrics: ${line}`);
      const said = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, is]) => [label, is]);
      return { name, labels: Object.fromEntries(said), value: Number(value) };
    });
}

/** Names of the metrics that a text tells of: those of histograms without what is put behind them. */
export function namesIn(text: string): Set<string> {
  return new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name));
}
