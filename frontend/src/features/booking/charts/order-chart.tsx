import { BarChart } from '@mantine/charts';
import { Title } from '@mantine/core';
import { ofNumbers } from '../../../components/tables/column.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import classes from './order-charts.module.css';

type Entry = { id: string; name: string; orders: number; revenue: number };

type Props = {
  title: string;
  measure: 'orders' | 'revenue';
  label: string;
  /** What an entry is. */
  column: string;
  entries: readonly Entry[];
  balance: ((amount: number) => string) | undefined;
  /** The same for the scale. */
  rough: ((amount: number) => string) | undefined;
  /** What the entries are when there are more: a sum of them would be no sum of all. */
  isOf?: string;
  /** Bars that lie, for names that are long. */
  isSideways?: boolean;
};

const number = new Intl.NumberFormat('en');
/** In pixels: of a chart that stands, and of each bar of one that lies. */
const height = 280;
const barHeight = 40;
const longestName = 24;
/** So many names stand below a chart that stands, with room for the half of the last one; in pixels. */
const mostNames = 5;
const lastName = 20;
/** Above the uppermost line, whose label is moved down where it has no room; in pixels. */
const halfALabel = 12;
/** Of a scale below bars that lie: on a phone there is no room for more, and of more some would be left out. */
const fewTicks = 3;
/** A word that is longer has no room beside a bar. */
const longestWord = 18;

/** Where there is something to draw: a bar chart for the eye, with a table behind it that says the same, of orders and revenue both. */
export function OrderChart({ title, measure, label, column, entries, isSideways = false, ...props }: Props) {
  const { balance = String, rough = String, isOf } = props;
  const count = (value: number) => number.format(value);
  const [write, scale] = measure === 'revenue' ? [balance, rough] : [count, count];
  const total = entries.reduce((sum, entry) => sum + entry[measure], 0);
  const most = entries.reduce((one, other) => (other[measure] > one[measure] ? other : one), entries[0] ?? none);
  if (entries.length === 0) {
    return (
      <figure className={classes.figure}>
        <figcaption>
          <Title order={3} size="h4">
            {title}
          </Title>
          <p>{measure === 'revenue' ? 'No tool has brought anything yet.' : 'No tool has any orders.'}</p>
        </figcaption>
      </figure>
    );
  }
  const ofScale = { tickFormatter: scale, allowDecimals: measure === 'revenue' };
  const axes = isSideways
    ? {
        xAxisProps: { ...ofScale, tickCount: fewTicks, interval: 0 },
        yAxisProps: { width: 150, tickFormatter: shortened },
      }
    : { xAxisProps: { interval: 0, ticks: evenly(entries) }, yAxisProps: { width: 64, ...ofScale } };
  return (
    <figure className={classes.figure}>
      <figcaption>
        <Title order={3} size="h4">
          {title}
        </Title>
        <p>
          {isOf ?? `${write(total)} in all`}
          {most[measure] > 0 && (
            <>
              , most {isSideways ? 'of' : 'on'} <bdi dir="auto">{most.name}</bdi>: {write(most[measure])}
            </>
          )}
        </p>
      </figcaption>
      {/* One picture to whoever listens: the bars have nothing to say that the table does not. */}
      <div role="img" aria-label={`${title}: a bar chart. The table below says the same.`}>
        <BarChart
          h={isSideways ? barHeight * entries.length + barHeight : height}
          data={entries.map(({ name, ...figures }) => ({ name, [label]: figures[measure] }))}
          dataKey="name"
          orientation={isSideways ? 'vertical' : 'horizontal'}
          series={[{ name: label, color: 'var(--shop-orange)' }]}
          valueFormatter={write}
          gridAxis={isSideways ? 'y' : 'x'}
          maxBarWidth={isSideways ? 22 : 36}
          textColor="var(--mantine-color-dimmed)"
          gridColor="var(--shop-line)"
          barChartProps={{ accessibilityLayer: false, margin: { top: halfALabel, right: lastName } }}
          barProps={{ isAnimationActive: false }}
          {...axes}
        />
      </div>
      <details className={classes.table}>
        <summary>{`${title} as a table`}</summary>
        <DataTable
          label={title}
          columns={[column, ofNumbers('Orders'), ofNumbers('Revenue')]}
          rows={(isSideways ? entries : entries.toReversed()).map(({ id, name, orders, revenue }) => ({
            key: id,
            cells: [
              <bdi key="name" dir="auto">
                {name}
              </bdi>,
              number.format(orders),
              balance(revenue),
            ],
          }))}
        />
      </details>
    </figure>
  );
}

const none: Entry = { id: '', name: '', orders: 0, revenue: 0 };

/** Names at even distances, the last one among them: what is now, is always said. */
function evenly(entries: readonly Entry[]): string[] {
  const step = Math.ceil(entries.length / mostNames);
  return entries.filter((_, place) => (entries.length - 1 - place) % step === 0).map(({ name }) => name);
}

function shortened(name: string): string {
  const longWord = name.search(new RegExp(`\\S{${longestWord + 1}}`));
  const end = Math.min(longestName, longWord < 0 ? name.length : longWord + longestWord);
  return end < name.length ? `${name.slice(0, end - 1)}…` : name;
}
