import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MailAddress } from './mail-address.tsx';

describe('an email address in a narrow place', () => {
  it.each([
    ['ada.lovelace@inventory.example', 'ada.lovelace|@inventory.example'],
    ['"a@b"@inventory.example', '"a@b"|@inventory.example'],
    ['erased', 'erased'],
  ])('may be broken before its @ alone: %s', (address, broken) => {
    const { container } = render(<MailAddress address={address} />);
    expect(container.textContent).toBe(address);
    expect(container.querySelector('bdi')?.innerHTML.replace('<wbr>', '|')).toBe(broken);
  });
});
