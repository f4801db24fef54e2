import '../../testing/browser.ts';
import { fireEvent } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { focusFirstError } from './focus-first-error.ts';

/** Presses where the pointer is, for the so-manieth time in a row. False where the browser is kept from what it would do. */
const press = (node: Element, detail: number) =>
  fireEvent.mouseDown(node, { detail }) && fireEvent.click(node, { detail });

describe('the first field that is wrong', () => {
  let first: HTMLElement;
  let second: HTMLElement;
  const heard = vi.fn();

  beforeEach(() => {
    document.body.innerHTML = '<input id="first"><input id="second">';
    [first, second] = ['first', 'second'].map((id) => document.getElementById(id)) as [HTMLElement, HTMLElement];
    heard.mockClear();
    for (const name of ['mousedown', 'click']) document.body.addEventListener(name, heard);
    const getInputNode = (path: string) => document.getElementById(path);
    focusFirstError({ getInputNode }, { second: 'Required', first: 'Required' });
  });

  it('has the focus', () => expect(document.activeElement).toBe(first));

  it('keeps it from the second press of a double click, which meets what has moved under it', () => {
    expect(press(second, 2)).toBe(false);
    expect(heard).not.toHaveBeenCalled();
  });

  it('gives it to who presses somewhere else', () => {
    expect(press(second, 1)).toBe(true);
    expect(press(second, 2)).toBe(true);
    expect(heard).toHaveBeenCalledTimes(4);
  });
});
