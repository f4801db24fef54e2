import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The form that orders a tool, as somebody finds it on the tool's page. */
export const quantity = () => screen.findByRole('textbox', { name: 'Quantity' });
export const press = (name: string | RegExp) => screen.getByRole('button', { name });

/** Fills in where the order goes. */
export async function fillIn(user: UserEvent, phone = '+880 1'): Promise<void> {
  await quantity();
  await user.type(screen.getByRole('textbox', { name: /Location/ }), 'Dhaka');
  await user.type(screen.getByRole('textbox', { name: /Phone/ }), phone);
}
