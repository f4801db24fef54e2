import { ActionIcon, Box, Button, Title } from '@mantine/core';
import { useRef } from 'react';
import IconChevronLeft from '~icons/chevron-left';
import IconChevronRight from '~icons/chevron-right';
import classes from './picture-carousel.module.css';
import { slides } from './slides.ts';

type Props = {
  /** Only the page's heading: for whoever looks for something, and wants to see what is found. */
  slim?: boolean;
};

/** Turned by hand only, by a swipe or a button: nothing moves that nobody has asked to move. */
export function PictureCarousel({ slim = false }: Props) {
  const strip = useRef<HTMLUListElement>(null);

  /** On from the last picture comes the first. The strip glides where the system allows motion. */
  const turn = (by: 1 | -1) => {
    const node = strip.current;
    if (!node) return;
    const shown = Math.round(node.scrollLeft / node.clientWidth);
    node.scrollTo({ left: ((shown + by + slides.length) % slides.length) * node.clientWidth });
  };

  if (slim) {
    return (
      <section className={classes.slim} aria-label="Welcome">
        <Title order={1}>Tools that earn their keep</Title>
      </section>
    );
  }
  return (
    <section className={classes.hero} aria-label="Welcome">
      <section className={classes.pictures} aria-label="Pictures of the shop" aria-roledescription="carousel">
        <Box component="ul" ref={strip} tabIndex={0} className={classes.strip} aria-label="Pictures">
          {slides.map(({ picture, alt }, place) => (
            <li key={picture}>
              <img
                src={picture}
                alt={alt}
                width={1600}
                height={640}
                loading={place === 0 ? 'eager' : 'lazy'}
                fetchPriority={place === 0 ? 'high' : 'low'}
              />
            </li>
          ))}
        </Box>
        <div className={classes.controls}>
          <ActionIcon className={classes.control} size={44} aria-label="Previous picture" onClick={() => turn(-1)}>
            <IconChevronLeft size="1.5rem" aria-hidden />
          </ActionIcon>
          <ActionIcon className={classes.control} size={44} aria-label="Next picture" onClick={() => turn(1)}>
            <IconChevronRight size="1.5rem" aria-hidden />
          </ActionIcon>
        </div>
      </section>
      <div className={classes.words}>
        <Title order={1}>Tools that earn their keep</Title>
        <p>Hand tools, power tools and parts, counted to the last bolt. What the shelf says is what there is.</p>
        <Button component="a" href="#tools">
          Browse the shelves
        </Button>
      </div>
    </section>
  );
}
