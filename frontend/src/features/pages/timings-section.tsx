import { Title } from '@mantine/core';
import { TimingsTable } from './timings-table.tsx';

export function TimingsSection() {
  return (
    <section aria-labelledby="timings-title">
      <Title order={2} id="timings-title" mb="md">
        Our Timings
      </Title>
      <TimingsTable />
    </section>
  );
}
