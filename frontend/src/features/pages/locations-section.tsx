import { Title } from '@mantine/core';
import { LocationCards } from './location-cards.tsx';

export function LocationsSection() {
  return (
    <section aria-labelledby="locations-title">
      <Title order={2} id="locations-title" mb="lg">
        Find a counter
      </Title>
      <LocationCards order={3} />
    </section>
  );
}
