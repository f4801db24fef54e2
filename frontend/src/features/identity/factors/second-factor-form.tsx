import { Button } from '@mantine/core';
import type {
  ProofMethod,
  SecondFactorOptions,
  ShownFactor,
} from '../../../../../modules/identity/factors/contract.ts';
import { ApiError, isSecondFactorWanted } from '../../../lib/api/api-error.ts';
import { send } from '../../../lib/api/http.ts';
import { finishSignIn } from '../../../lib/session/sign-in.ts';
import { FactorForm } from './factor-form.tsx';

type Props = {
  methods: readonly ProofMethod[];
  /** Back to the first proof, with what there is to say about it. */
  startOver: (reason?: Error) => void;
};

/** What a sign-in can be finished by. @throws ApiError when none waits */
export async function secondFactorOptions(): Promise<SecondFactorOptions> {
  return (await send('/identity/second-factor/options', { method: 'POST' })).json();
}

/** The second half of a sign-in. The first is kept by a cookie for five minutes. */
export function SecondFactorForm({ methods, startOver }: Props) {
  const finish = async (shown: ShownFactor) => {
    try {
      await finishSignIn(shown);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || isSecondFactorWanted(error)) throw error;
      startOver(error);
    }
  };
  const passkeyOptions = async () => (await secondFactorOptions()).passkey ?? {};
  return (
    <>
      <p>That was right. Now prove that it is you by your second factor too.</p>
      <FactorForm methods={methods} send={finish} passkeyOptions={passkeyOptions} action="Login">
        <Button variant="default" onClick={() => startOver()}>
          Start over
        </Button>
      </FactorForm>
    </>
  );
}
