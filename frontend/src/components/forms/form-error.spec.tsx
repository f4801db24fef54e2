import '../../testing/browser.ts';
import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError, NoAnswer } from '../../lib/api/api-error.ts';
import { connectionSeen } from '../../lib/api/connection.ts';
import { FormError } from './form-error.tsx';

const said = () => screen.getByRole('alert').textContent;

afterEach(() => connectionSeen(true));

describe('what is said under a form', () => {
  it('does not go on saying that the shop cannot be reached once it can', () => {
    connectionSeen(false);
    render(<FormError error={new NoAnswer('')} />);
    expect(said()).toBe('The shop cannot be reached. Check the connection and try again.');
    act(() => connectionSeen(true));
    expect(said()).toBe('The shop could not be reached. The connection is back: please try again.');
    act(() => connectionSeen(false));
    expect(said()).toMatch(/^The shop cannot be reached/);
  });

  it('stays where the shop itself refused something, whatever becomes of the connection', () => {
    connectionSeen(false);
    render(<FormError error={new ApiError({ status: 409, title: 'It was paid meanwhile.' })} />);
    act(() => connectionSeen(true));
    expect(said()).toBe('It was paid meanwhile.');
  });
});
