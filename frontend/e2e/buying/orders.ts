import { orderOf, payInSandbox } from '../../../backend/testing/api-client.ts';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { Account } from '../account.ts';

/** A tool of the demo shop, as it is now. */
export async function toolNamed({ api }: Account, name: string): Promise<Tool> {
  const { body } = await api.get<Tool[]>('/tool');
  const found = body.find((tool) => tool.name === name);
  if (!found) throw new Error(`The demo shop has no ${name}.`);
  return found;
}

/** Orders a tool over the API, as much of it as its minimum unless told. */
export async function order(buyer: Account, toolName: string, pieces?: number): Promise<{ id: string; price: number }> {
  const tool = await toolNamed(buyer, toolName);
  const quantity = pieces ?? tool.MinimumOrder;
  const price = Math.round(tool.PerPrice * quantity * 100) / 100;
  const wish = { ...orderOf(buyer.api, tool._id, price), quantity };
  const { body, status } = await buyer.api.post<{ insertedId: string }>('/booking', wish);
  if (status !== 201) throw new Error(`The order was answered ${status}.`);
  return { id: body.insertedId, price };
}

/** An order that is paid already. */
export async function paidOrder(buyer: Account, toolName: string): Promise<string> {
  const { id, price } = await order(buyer, toolName);
  await payInSandbox(buyer.api, id, price);
  return id;
}

export async function ordersOf({ api, user }: Account): Promise<Booking[]> {
  return (await api.get<Booking[]>(`/booking?personEmail=${user.email}`)).body;
}
