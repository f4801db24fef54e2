import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import IconPlus from '~icons/plus';
import IconStarFilled from '~icons/star-filled';

it('is drawn as large as it is told, in the colour of the words around it, and is not read out', () => {
  const { container } = render(
    <>
      <IconPlus size="1.25rem" aria-hidden />
      <IconStarFilled size="1rem" aria-hidden data-lit={false} />
    </>,
  );
  const drawn = [...container.querySelectorAll('svg')].map((icon) => ({
    width: icon.getAttribute('width'),
    height: icon.getAttribute('height'),
    hidden: icon.ariaHidden,
    lit: icon.dataset.lit,
    stroke: icon.querySelector('path[d]')?.getAttribute('stroke'),
    fill: icon.querySelector('path[d]')?.getAttribute('fill'),
  }));
  const [plus, star] = [
    { width: '1.25rem', height: '1.25rem', lit: undefined, stroke: 'currentColor', fill: 'none' },
    { width: '1rem', height: '1rem', lit: 'false', stroke: null, fill: 'currentColor' },
  ];
  expect(drawn).toEqual([plus, star].map((icon) => ({ ...icon, hidden: 'true' })));
});
