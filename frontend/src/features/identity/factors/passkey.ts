import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { NewPasskey, PasskeyOptions, ShownPasskey } from '../../../../../modules/identity/factors/contract.ts';
import { fetchCode } from '../../../lib/lazy-loading/fetch-code.ts';

const webAuthn = () => fetchCode(() => import('@simplewebauthn/browser'));

/** Has the browser make a passkey. The options are the server's, which writes them as the library wants them. */
export async function makePasskey(options: PasskeyOptions): Promise<NewPasskey> {
  const { startRegistration } = await webAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch(explain);
}

/** Has the browser sign with a passkey. */
export async function showPasskey(options: PasskeyOptions): Promise<ShownPasskey> {
  const { startAuthentication } = await webAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch(explain);
}

/** Browsers say in a word of code what went wrong, and nothing that helps. */
function explain(cause: Error): never {
  throw new Error(sentences[cause.name] ?? 'Your browser could not use a passkey here.', { cause });
}

const sentences: Readonly<Record<string, string>> = {
  NotAllowedError: 'That was cancelled, or took too long. Please try again.',
  AbortError: 'That was cancelled. Please try again.',
  InvalidStateError: 'You have added this passkey already.',
  SecurityError: 'Passkeys work only at the shop’s own address.',
};
