import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { FormError } from '../../../components/forms/form-error.tsx';
import { Loading } from '../../../components/states/loading.tsx';
import { SecondFactorForm } from '../factors/second-factor-form.tsx';
import { useSecondFactorStep } from '../factors/use-second-factor-step.ts';
import { useCameFrom } from './came-from.ts';
import { DemoPeople } from './demo-people.tsx';
import { IdentityPage } from './identity-page.tsx';
import { LoginForm } from './login-form.tsx';
import { SignedOutBecause } from './signed-out-because.tsx';

type Props = {
  /** What one came for, where one came for something. */
  cameFor?: ReactNode;
};

export function LoginPage({ cameFor }: Props) {
  const from = useCameFrom();
  const second = useSecondFactorStep();
  const [email, setEmail] = useState('');
  return (
    <IdentityPage
      title="Login"
      page={pages.login}
      afterwards={from ?? pages.front}
      before={
        <>
          {cameFor}
          <SignedOutBecause />
          <FormError error={second.error} />
        </>
      }
      form={<LoginForm onEmail={setEmail} onSecondFactor={second.goOn} />}
      step={
        second.isFetching ? (
          <Loading />
        ) : (
          second.methods && <SecondFactorForm methods={second.methods} startOver={second.startOver} />
        )
      }
      other={
        <>
          <Link to={pages.recover} state={{ from, email }}>
            Forgot your password?
          </Link>
          <br />
          New here?{' '}
          <Link to={pages.signup} state={{ from }}>
            Create an account
          </Link>
          <DemoPeople />
        </>
      }
    />
  );
}
