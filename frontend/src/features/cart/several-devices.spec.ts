import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CartLine } from '../../../../modules/cart/contract.ts';
import type { DeviceCart } from '../../lib/device/device-cart.ts';
import { mergedInto } from './merged-into.ts';

const who = 'shopper@inventory.dev';
const tools = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The account, as the shop keeps it: a cart that rests on another one than there is changes nothing. */
class Account {
  lines: readonly CartLine[] = [];
  readonly tag = () => JSON.stringify(this.lines);
  put(lines: readonly CartLine[], ifMatch: string): boolean {
    const isThere = ifMatch === this.tag();
    if (isThere) this.lines = lines;
    return isThere;
  }
}

/** A device between its calls: it may change its cart, and others the account, after each of them. */
class Device {
  cart: DeviceCart = { who, lines: [] };
  readonly #account: Account;
  #seen: { readonly cart: DeviceCart; readonly tag: string } | undefined;
  readonly last = new Map<string, number>();

  constructor(account: Account) {
    this.#account = account;
  }

  act(toolId: string, quantity: number): void {
    const { lines, base = lines } = this.cart;
    const others = lines.filter((line) => line.toolId !== toolId);
    const changed = quantity === 0 ? others : [...others, { toolId, quantity }];
    this.cart = { ...this.cart, lines: changed, unsaved: true, base };
    this.last.set(toolId, quantity);
  }

  get(): void {
    this.cart = mergedInto(who, this.cart, this.#account.lines);
    this.#seen = { cart: this.cart, tag: this.#account.tag() };
  }

  /** Sends what was seen at the last GET; what was changed since goes with the next. Its answer may be lost, with the call or without. */
  put(outcome: Sent = 'answered'): void {
    const seen = this.#seen;
    this.#seen = undefined;
    if (!seen?.cart.unsaved) return;
    const { lines } = seen.cart;
    const isPut = outcome !== 'call lost' && this.#account.put(lines, seen.tag);
    const { sent: _, ...now } = this.cart;
    if (outcome !== 'answered') this.cart = { ...this.cart, sent: lines };
    else if (isPut) this.cart = this.cart === seen.cart ? { who, lines } : { ...now, base: lines };
  }
}

type Sent = 'answered' | 'answer lost' | 'call lost';
type Taken = { device: number; step: 'act' | 'get' | Sent; tool: number; quantity: number };

const steps = (device: fc.Arbitrary<number>) =>
  fc.array(
    fc.record({
      device,
      step: fc.constantFrom<Taken['step']>('act', 'act', 'get', 'answered', 'answered', 'answer lost', 'call lost'),
      tool: fc.integer({ min: 0, max: 5 }),
      quantity: fc.integer({ min: 0, max: 4 }),
    }),
    { maxLength: 60 },
  );
const three = fc.integer({ min: 0, max: 2 });

/** Carries the steps out, then lets each device get in step until nothing is unsaved. */
function carryOut(taken: readonly Taken[]) {
  const account = new Account();
  const devices = [0, 1, 2].map(() => new Device(account));
  for (const { device, step, tool, quantity } of taken) {
    const one = devices[device];
    if (step === 'act') one?.act(tools[tool] ?? '', quantity);
    else if (step === 'get') one?.get();
    else one?.put(step);
  }
  for (const device of [...devices, ...devices]) {
    device.put();
    device.get();
    device.put();
  }
  for (const device of devices) device.get();
  const numberOf = (lines: readonly CartLine[], toolId: string) =>
    lines.find((line) => line.toolId === toolId)?.quantity ?? 0;
  return { account, devices, numberOf };
}

it('keeps of each line what its device did last, however several devices come in between each other', () => {
  fc.assert(
    fc.property(steps(three), (taken) => {
      // Each line is one device's own.
      const { account, devices, numberOf } = carryOut(taken.map((one) => ({ ...one, device: one.tool % 3 })));
      for (const { last, cart } of devices) {
        for (const [toolId, quantity] of last) expect(numberOf(account.lines, toolId)).toBe(quantity);
        expect(cart.unsaved).toBeUndefined();
        for (const toolId of tools) expect(numberOf(cart.lines, toolId)).toBe(numberOf(account.lines, toolId));
      }
    }),
    { numRuns: 1_000 },
  );
});

it('ends, of a line that several changed, at what one of them did last, the same for all', () => {
  fc.assert(
    fc.property(steps(three), (taken) => {
      const { account, devices, numberOf } = carryOut(taken);
      for (const toolId of tools) {
        const did = devices.flatMap(({ last }) => last.get(toolId) ?? []);
        expect(did.length > 0 ? did : [0]).toContain(numberOf(account.lines, toolId));
        for (const { cart } of devices) expect(numberOf(cart.lines, toolId)).toBe(numberOf(account.lines, toolId));
      }
    }),
    { numRuns: 1_000 },
  );
});
