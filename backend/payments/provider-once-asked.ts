import type { Config } from '../start/settings/config.ts';
import { gatewayOnceAsked } from './gateway-once-asked.ts';
import type { Provider } from './provider.ts';
import { providerKeys } from './provider-keys.ts';

/**
 * The provider of whoever works beside a shop for a moment: opened when something is first asked of it, which most never do. What
 * talks to it is a third of all that a command would load.
 */
export function providerOnceAsked(
  config: Config,
  secret: Uint8Array,
  onFault: (fault: unknown) => void,
): Pick<Provider, 'gateway' | 'shown' | 'close'> {
  let opening: Promise<Provider> | undefined;
  const open = async () => {
    opening = import('./provider.ts').then(({ openProvider }) =>
      openProvider(config, secret, () => 'http://localhost', onFault),
    );
    return (await opening).gateway;
  };
  return {
    gateway: {
      ...gatewayOnceAsked(open),
      readWebhook() {
        throw new Error('The provider’s messages come to a shop that is open, and to nobody beside it.');
      },
    },
    shown: { provider: config.PAYMENTS, publishableKey: providerKeys(config, secret).publishableKey },
    async close() {
      // Where it could not be opened, who asked has been told why.
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}
