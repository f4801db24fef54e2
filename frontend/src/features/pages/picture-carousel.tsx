import '@mantine/carousel/styles.layer.css';
import { Carousel } from '@mantine/carousel';
import { Button, Title } from '@mantine/core';
import classes from './picture-carousel.module.css';
import { slides } from './slides.ts';

/** Turned by hand only: nothing moves that nobody has asked to move. */
export function PictureCarousel() {
  return (
    <section className={classes.hero} aria-label="Welcome">
      <Carousel
        aria-label="Pictures of the shop"
        aria-roledescription="carousel"
        controlSize={44}
        emblaOptions={{ loop: true }}
        classNames={{ control: classes.control, controls: classes.controls }}
        previousControlProps={{ 'aria-label': 'Previous picture' }}
        nextControlProps={{ 'aria-label': 'Next picture' }}
      >
        {slides.map(({ picture, alt }, place) => (
          <Carousel.Slide key={picture}>
            <img
              src={picture}
              alt={alt}
              width={1600}
              height={640}
              className={classes.picture}
              loading={place === 0 ? 'eager' : 'lazy'}
              fetchPriority={place === 0 ? 'high' : 'low'}
            />
          </Carousel.Slide>
        ))}
      </Carousel>
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
