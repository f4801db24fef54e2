import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { fakeShop } from '../../testing/fake-shop.ts';
import { answered, openPage } from '../../testing/open-page.tsx';

const address = () => screen.getByTestId('address').textContent;
const box = () => screen.findByLabelText<HTMLInputElement>('Search the shop');

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

  it('suggests what one may be looking for, which the keyboard goes through', async () => {
    fakeShop.use(
      http.get('*/tool/suggestions', ({ request }) => {
        if (new URL(request.url).searchParams.get('q') !== 'hamer') return HttpResponse.json([]);
        return HttpResponse.json([
          { kind: 'category', text: 'Hand & more', count: 3 },
          { kind: 'tool', text: 'Claw Hammer', toolId: 't1' },
        ]);
      }),
    );
    const user = openPage('/timing');
    await user.type(await box(), 'hamer');
    const options = await screen.findAllByRole('option', { hidden: true });
    expect(options.map(({ textContent }) => textContent)).toEqual(['Hand & moreCategory, 3', 'Claw Hammer']);
    const field = await box();
    expect([field.getAttribute('role'), field.getAttribute('aria-expanded')]).toEqual(['combobox', 'true']);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(field.getAttribute('aria-activedescendant')).toBe(options[1]?.id);
    await user.keyboard('{ArrowDown}');
    expect(field.hasAttribute('aria-activedescendant')).toBe(false);
    await user.keyboard('{Escape}');
    expect([field.getAttribute('aria-expanded'), field.value]).toEqual(['false', 'hamer']);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(address()).toBe('/?category=Hand+%26+more'));
  });

  it('says so where nothing is like what is typed, until something is, or Escape is pressed', async () => {
    const later = Promise.withResolvers<void>();
    fakeShop.use(
      http.get('*/tool/suggestions', async ({ request }) => {
        if (new URL(request.url).searchParams.get('q') !== 'ha') return HttpResponse.json([]);
        await later.promise;
        return HttpResponse.json([{ kind: 'tool', text: 'Hammer', toolId: 't1' }]);
      }),
    );
    const user = openPage('/timing');
    const field = await box();
    await user.type(field, 'hax');
    const words = 'No tool like that on the shelves';
    expect((await screen.findByText(words)).getAttribute('role')).toBe('status');
    expect(field.getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{Backspace}');
    // Nor is it said of what is still looked for.
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
    later.resolve();
    await screen.findByRole('option', { hidden: true });
    expect(screen.queryByText(words)).toBeNull();
    await user.keyboard('x');
    await screen.findByText(words);
    await user.keyboard('{Escape}');
    expect([screen.queryByText(words), field.value]).toEqual([null, 'hax']);
  });

  it('leaves the keys to an input method while a word is being put together with it', async () => {
    fakeShop.use(
      http.get('*/tool/suggestions', () => HttpResponse.json([{ kind: 'tool', text: '电动工具', toolId: 't1' }])),
    );
    const user = openPage('/timing');
    await user.click(screen.getByRole('button', { name: 'Open the search' }));
    const field = await box();
    await user.type(field, '工');
    await screen.findByRole('option', { hidden: true });
    await user.keyboard('{ArrowDown}');
    const chosen = field.getAttribute('aria-activedescendant');
    for (const key of ['ArrowDown', 'Escape', 'Enter']) {
      // Safari says of the key that ends a word only that it was the input method's.
      for (const how of [{ isComposing: true }, { keyCode: 229 }]) {
        const isTaken = !fireEvent.keyDown(field, { key, ...how });
        expect([isTaken, field.getAttribute('aria-expanded'), address()], key).toEqual([false, 'true', '/timing']);
        expect(field.getAttribute('aria-activedescendant'), key).toBe(chosen);
      }
    }
    expect(screen.getByRole('button', { name: 'Close the search' })).toBeTruthy();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/tools/t1'));
  });

  it('has nobody in the middle of a list that came in the place of another', async () => {
    const later = Promise.withResolvers<void>();
    const tools = ['Hacksaw', 'Hammer', 'Hand drill'].map((text) => ({ kind: 'tool', text, toolId: text }));
    fakeShop.use(
      http.get('*/tool/suggestions', async ({ request }) => {
        if (new URL(request.url).searchParams.get('q') === 'ha') return HttpResponse.json(tools);
        await later.promise;
        return HttpResponse.json(tools.slice(1, 2));
      }),
    );
    const user = openPage('/timing');
    const field = await box();
    await user.type(field, 'ha');
    await screen.findByRole('option', { name: 'Hacksaw', hidden: true });
    await user.type(field, 'm');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'Hammer' }).id);
    later.resolve();
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(field.hasAttribute('aria-activedescendant')).toBe(false);
    await user.keyboard('{ArrowDown}');
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'Hammer' }).id);
  });

  it('says nothing over what it has found, also where Enter was pressed before its suggestions came', async () => {
    fakeShop.use(http.get('*/tool/suggestions', () => HttpResponse.json([])));
    openPage('/timing');
    const field = await box();
    // At once, before the code that suggests is there.
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: 'hax' } });
    fireEvent.submit(field.form as HTMLFormElement);
    await waitFor(() => expect(address()).toBe('/?search=hax'));
    await waitFor(() => expect(field.getAttribute('role')).toBe('combobox'));
    await answered();
    expect(within(field.form as HTMLFormElement).queryByText('No tool like that on the shelves')).toBeNull();
  });

  it('takes the word itself where nothing of the list is chosen, and closes the list', async () => {
    fakeShop.use(
      http.get('*/tool/suggestions', () => HttpResponse.json([{ kind: 'tool', text: 'Claw Hammer', toolId: 't1' }])),
    );
    const user = openPage('/timing');
    await user.type(await box(), 'hammer');
    await screen.findByRole('option', { hidden: true });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/?search=hammer'));
    expect((await box()).getAttribute('aria-expanded')).toBe('false');
  });
});
