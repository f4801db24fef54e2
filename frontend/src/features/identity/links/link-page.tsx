import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { MailAddress } from '../../../components/details/mail-address.tsx';
import { ResetPassword } from '../passwords/reset-password.tsx';
import { AccountPage } from './account-page.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import { type MailedLink, useMailedLink } from './link-in-address.ts';

/** Where mailed links lead. Opening it does nothing yet: mail scanners open links, too. */
export function LinkPage() {
  const link = useMailedLink();
  const home = <Link to={pages.home}>To the shop</Link>;
  switch (link?.purpose) {
    case 'recover':
      return <NewPassword key={link.token} token={link.token} />;
    case 'prove':
    case 'change-email':
      return <OwnEmail key={link.token} link={link} />;
    default:
      return (
        <AccountPage title="Nothing to open" other={home}>
          <p>
            This page opens with a link from a mail. Open that again from the mail, whole; or ask for a new one: for a{' '}
            <Link to={pages.recover}>forgotten password</Link>, or for your email in{' '}
            <Link to={pages.myProfile}>My Profile</Link>.
          </p>
        </AccountPage>
      );
  }
}

/** The button that was pressed is gone: this is what comes next. */
const focusOnce = (node: HTMLAnchorElement | null) => node?.focus();

function OwnEmail({ link }: { link: MailedLink }) {
  const [email, setEmail] = useState<string>();
  const isProof = link.purpose === 'prove';
  if (email !== undefined) {
    return (
      <AccountPage
        title={isProof ? 'Your email is confirmed' : 'Your email is changed'}
        other={<Link to={pages.home}>To the shop</Link>}
      >
        <p role="status">
          {isProof ? 'Confirmed: ' : 'Your email is now '}
          <MailAddress address={email} />.
        </p>
        <Button component={Link} to={pages.myProfile} ref={focusOnce}>
          To My Profile
        </Button>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title={isProof ? 'Confirm your email' : 'Confirm your new email'}
      other={<Link to={pages.myProfile}>Ask for a new link in My Profile</Link>}
    >
      <ConfirmEmail link={link} done={setEmail} />
    </AccountPage>
  );
}

function NewPassword({ token }: { token: string }) {
  const [isSet, setSet] = useState(false);
  if (isSet) {
    return (
      <AccountPage title="Your password is set" other={<Link to={pages.home}>To the shop</Link>}>
        <p role="status">
          You are signed out everywhere: log in with the new one. My Profile lists what else one can log in with.
        </p>
        <Button component={Link} to={pages.login} ref={focusOnce}>
          Login
        </Button>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Set a new password" other={<Link to={pages.recover}>Ask for a new link</Link>}>
      <ResetPassword token={token} done={() => setSet(true)} />
    </AccountPage>
  );
}
