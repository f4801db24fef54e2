import { Title } from '@mantine/core';
import classes from './location-cards.module.css';
import { locations } from './locations.ts';

/** `order` is the level of the cities' headings: one below the heading above the cards. */
export function LocationCards({ order }: { order: 2 | 3 }) {
  return (
    <div className={classes.cards}>
      {locations.map(({ city, picture, text }) => (
        <article key={city} className={classes.card}>
          <img src={picture} alt="" width={640} height={360} loading="lazy" decoding="async" />
          <div className={classes.body}>
            <Title order={order} size="h3">
              {city}
            </Title>
            <p>{text}</p>
          </div>
        </article>
      ))}
    </div>
  );
}
