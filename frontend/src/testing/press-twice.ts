import { act } from '@testing-library/react';

/** In the same moment: before the page has been drawn anew. */
export function pressTwice(button: HTMLElement): void {
  act(() => {
    button.click();
    button.click();
  });
}
