import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { ProofMethod } from '../../../../../modules/identity/factors/contract.ts';
import { secondFactorOptions } from './second-factor-form.tsx';

function without(params: URLSearchParams): URLSearchParams {
  params.delete('second-factor');
  return params;
}

/**
 * Whether a sign-in waits for its second proof: after a password, or on coming back from Google, which only says so in the
 * address.
 */
export function useSecondFactorStep() {
  const [params, setParams] = useSearchParams();
  const state: unknown = useLocation().state;
  const isBack = params.has('second-factor');
  const [methods, setMethods] = useState<readonly ProofMethod[]>();
  const [error, setError] = useState<Error | null>(null);

  useEffect(() => {
    if (!isBack) return;
    let isCurrent = true;
    secondFactorOptions().then(
      (options) => isCurrent && setMethods(options.methods),
      (reason: Error) => isCurrent && setError(reason),
    );
    return () => {
      isCurrent = false;
    };
  }, [isBack]);

  return {
    methods,
    error,
    isFetching: isBack && !methods && !error,
    goOn(next: readonly ProofMethod[]) {
      setError(null);
      setMethods(next);
    },
    startOver(reason?: Error) {
      setMethods(undefined);
      setError(reason ?? null);
      // Where one was going to is the state of the address, and goes along.
      if (isBack) setParams(without, { replace: true, state });
    },
  };
}
