import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';

it('shows the name alone when the mark beside it cannot be shown', () => {
  openPage('/blogs');
  const brand = screen.getByRole('link', { name: 'Inventory' });
  const mark = brand.querySelector('img');
  if (!mark) throw new Error('There is no mark.');
  fireEvent.error(mark);
  expect(brand.querySelector('img')).toBeNull();
  expect(brand.textContent).toBe('Inventory');
});
