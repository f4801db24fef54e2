import { Link } from 'react-router-dom';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { useCameFrom } from './came-from.ts';
import { IdentityPage } from './identity-page.tsx';
import { SignupForm } from './signup-form.tsx';

export function SignupPage() {
  const from = useCameFrom();
  return (
    <IdentityPage
      title="Sign Up"
      page={pages.signup}
      // The owner of a new shop is on the way to becoming its admin.
      afterwards={from === pages.setup ? from : pages.home}
      form={<SignupForm />}
      other={
        <>
          Already have an account?{' '}
          <Link to={pages.login} state={{ from }}>
            Login
          </Link>
        </>
      }
    />
  );
}
