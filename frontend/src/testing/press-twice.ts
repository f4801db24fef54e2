import { act, fireEvent } from '@testing-library/react';

/** In the same moment: before the page has been drawn anew. */
export function pressTwice(button: HTMLElement): void {
  act(() => {
    button.click();
    button.click();
  });
}

/** The second press of a double click, as browsers count them. */
export function pressOnceMore(button: HTMLElement): void {
  fireEvent.click(button, { detail: 2 });
}
