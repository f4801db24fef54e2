import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { useCameFrom } from './came-from.ts';
import { IdentityPage } from './identity-page.tsx';
import { LoginForm } from './login-form.tsx';
import { SignedOutBecause } from './signed-out-because.tsx';

export function LoginPage() {
  const from = useCameFrom();
  return (
    <IdentityPage
      title="Login"
      page={pages.login}
      afterwards={from ?? pages.front}
      before={<SignedOutBecause />}
      form={<LoginForm />}
      other={
        <>
          <Link to={pages.recover}>Forgot your password?</Link>
          <br />
          New here?{' '}
          <Link to={pages.signup} state={{ from }}>
            Create an account
          </Link>
        </>
      }
    />
  );
}
