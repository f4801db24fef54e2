import type { PaymentGateway } from '../../../modules/payments/gateway.ts';

/** @param id of the aggregate that a command is on, or that is loaded */
export type Between = (what: string, id?: string) => Promise<void>;

/** The gateway, with something in between at each call. */
export function scheduled(gateway: PaymentGateway, between: Between): PaymentGateway {
  const calls = Object.entries(gateway).map(([name, work]) => {
    if (name === 'readWebhook') return [name, work];
    const asking = async (...parameters: unknown[]) => {
      await between(name);
      const answer = await (work as (...all: unknown[]) => Promise<unknown>)(...parameters);
      await between(`${name} answered`);
      return answer;
    };
    return [name, asking];
  });
  return Object.fromEntries(calls) as PaymentGateway;
}
