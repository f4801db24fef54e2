import '@mantine/charts/styles.layer.css';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AnswerBefore } from '../../../components/lists/answer-before.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { useBalanceFormat, useRoughFormat } from '../../../lib/formatting/balance.ts';
import { nothingFetched } from '../../../lib/queries/nothing-fetched.ts';
import { OrderChart } from './order-chart.tsx';
import classes from './order-charts.module.css';
import { mostTools, orderDaysQuery, orderToolsQuery } from './order-figures-queries.ts';

const spans = [7, 30, 90, 365];
const measures = ['revenue', 'orders'] as const;
const measureLabels = { revenue: 'Revenue', orders: 'Orders' } as const;

const dayLabel = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export function OrderCharts({ email }: { email: string }) {
  const [span, setSpan] = useState(30);
  const [measure, setMeasure] = useState<(typeof measures)[number]>('revenue');
  const days = useQuery(orderDaysQuery(email, span));
  const tools = useQuery(orderToolsQuery(email));
  const balance = useBalanceFormat();
  const rough = useRoughFormat();
  const isEmpty = tools.data?.length === 0 && days.data?.every(({ orders, revenue }) => orders === 0 && revenue === 0);
  const shown = { measure, label: measureLabels[measure], balance, rough };
  // Those that brought nothing would be names without a bar.
  const bringing = tools.data?.filter((tool) => tool[measure] !== 0);
  // They come by revenue: where some have none, all that have some are there.
  const mayBeMore =
    tools.data?.length === mostTools && (measure === 'orders' || tools.data.every(({ revenue }) => revenue !== 0));

  if (isEmpty) {
    return <StateMessage title="Nothing to draw yet">With the first order, the days begin to fill.</StateMessage>;
  }
  return (
    <>
      <div className={classes.controls}>
        <fieldset className={classes.measures}>
          <legend>Show</legend>
          {measures.map((one) => (
            <label key={one}>
              <input type="radio" name="measure" checked={one === measure} onChange={() => setMeasure(one)} />
              {measureLabels[one]}
            </label>
          ))}
        </fieldset>
        <NativeSelect
          label="Days (UTC)"
          value={`${span}`}
          onChange={({ currentTarget }) => setSpan(Number(currentTarget.value))}
          data={spans.map((count) => ({ value: `${count}`, label: `The last ${count} days` }))}
        />
      </div>
      {(days.isPending || tools.isPending) && <LoadingRows label="Loading the charts" rows={2} height={360} />}
      <Failed title="The days could not be fetched" error={nothingFetched(days)} retry={() => void days.refetch()} />
      {days.data && balance && (
        <AnswerBefore isBefore={days.isPlaceholderData}>
          <OrderChart
            {...shown}
            title={`${measureLabels[measure]} by day`}
            column="Day"
            entries={days.data.map(({ day, ...figures }) => ({
              id: day,
              name: dayLabel.format(new Date(day)),
              ...figures,
            }))}
          />
        </AnswerBefore>
      )}
      <Failed title="The tools could not be fetched" error={nothingFetched(tools)} retry={() => void tools.refetch()} />
      {bringing && tools.data?.length !== 0 && balance && (
        <OrderChart
          {...shown}
          isSideways
          {...(mayBeMore && { isOf: `The ${mostTools} tools with the most revenue` })}
          title={`${measureLabels[measure]} by tool`}
          column="Tool"
          entries={bringing.map(({ toolId, toolName, ...figures }) => ({ id: toolId, name: toolName, ...figures }))}
        />
      )}
    </>
  );
}
