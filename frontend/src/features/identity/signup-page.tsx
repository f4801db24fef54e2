import { Link } from 'react-router-dom';
import { useCameFrom } from './came-from.ts';
import { IdentityPage } from './identity-page.tsx';
import { SignupForm } from './signup-form.tsx';

export function SignupPage() {
  const from = useCameFrom();
  return (
    <IdentityPage
      title="Sign Up"
      page="/signup"
      afterwards="/home"
      form={<SignupForm />}
      other={
        <>
          Already have an account?{' '}
          <Link to="/login" state={{ from }}>
            Login
          </Link>
        </>
      }
    />
  );
}
