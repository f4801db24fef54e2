import { Link } from 'react-router-dom';
import { useCameFrom } from './came-from.ts';
import { IdentityPage } from './identity-page.tsx';
import { LoginForm } from './login-form.tsx';

export function LoginPage() {
  const from = useCameFrom();
  return (
    <IdentityPage
      title="Login"
      page="/login"
      afterwards={from ?? '/'}
      form={<LoginForm />}
      other={
        <>
          New here?{' '}
          <Link to="/signup" state={{ from }}>
            Create an account
          </Link>
        </>
      }
    />
  );
}
