import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { chartsCodeQuery } from './charts-code-query.ts';
import classes from './order-charts.module.css';

/**
 * Orders and revenue as charts, whose code comes when somebody is shown them. Drawing them costs more than the rest of the
 * page, which changes with each order that comes: they are drawn anew with their own figures alone.
 */
export const OrderChartsSection = memo(function OrderChartsSection({ email }: { email: string }) {
  const code = useQuery(chartsCodeQuery);
  const Charts = code.data?.OrderCharts;
  return (
    <section className={classes.section} aria-labelledby="order-charts">
      <Title order={2} size="h3" id="order-charts">
        How it goes
      </Title>
      {Charts && <Charts email={email} />}
      {code.isPending && <LoadingRows label="Loading the charts" rows={2} height={360} />}
      <Failed title="The charts could not be fetched" error={code.error} retry={() => void code.refetch()} />
    </section>
  );
});
