import type { Dashboard } from '../../payments/sandbox/dashboard.ts';
import type { Fault } from '../../payments/sandbox/faults.ts';
import {
  type PaymentSandbox,
  type PaymentSandboxOptions,
  paymentSandbox,
} from '../../payments/sandbox/payment-sandbox.ts';

export type SandboxInHand = {
  /** For `openShop(…, { openSandbox })`. */
  readonly openSandbox: typeof paymentSandbox;
  /** What happens at the provider without the shop. */
  readonly dashboard: Dashboard;
  /** The next call of this kind ("POST /v1/refunds", or the beginning of one) goes wrong, so many times. */
  failNext(call: string, fault: Fault, times?: number): void;
  /** Every call from now on is lost, as if the provider were away; false: it is back. */
  away(isAway: boolean): void;
  /** The calls that came, in order. */
  readonly calls: readonly string[];
};

/** The payment sandbox of a shop under test, with a hand in what goes on and goes wrong there. */
export function sandboxInHand(but: Partial<PaymentSandboxOptions> = {}): SandboxInHand {
  let opened: PaymentSandbox | undefined;
  let isAway = false;
  const calls: string[] = [];
  const toFail: { call: string; fault: Fault; times: number }[] = [];

  function faultOf(call: string): Fault | undefined {
    calls.push(call);
    if (isAway) return 'loses the request';
    const next = toFail.find((waiting) => waiting.times > 0 && call.startsWith(waiting.call));
    if (next) next.times -= 1;
    return next?.fault;
  }

  return {
    openSandbox(options) {
      opened = paymentSandbox({ ...options, faults: faultOf, ...but });
      return opened;
    },
    get dashboard() {
      if (!opened) throw new Error('The sandbox is there once the shop is open.');
      return opened.dashboard;
    },
    failNext: (call, fault, times = 1) => void toFail.push({ call, fault, times }),
    away: (from) => {
      isAway = from;
    },
    calls,
  };
}
