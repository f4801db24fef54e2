import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';

const address = () => screen.getByTestId('address').textContent;
const box = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search the shop', hidden: true });

describe('the search of every page', () => {
  it('leads from any page to the shelves, with the word in the address', async () => {
    const user = openPage('/timing');
    await user.type(await box(), '  claw hammer {Enter}');
    await waitFor(() => expect(address()).toBe('/?search=claw+hammer'));
    expect((await box()).value).toBe('claw hammer');
  });

  it('leads to all that there is when nothing is typed', async () => {
    const user = openPage('/timing');
    await user.type(await box(), ' {Enter}');
    await waitFor(() => expect(address()).toBe('/'));
  });

  it('shows what the shelves are searched for, and on other pages nothing', async () => {
    const user = openPage('/?search=saw');
    expect((await box()).value).toBe('saw');
    await user.click(screen.getAllByRole('link', { name: 'Blogs' })[0] as HTMLElement);
    await waitFor(async () => expect((await box()).value).toBe(''));
  });

  it('is a form that the browser can send by itself', async () => {
    openPage('/timing');
    const { form, name } = await box();
    expect([form?.getAttribute('action'), form?.method, name]).toEqual(['/', 'get', 'search']);
  });
});
