import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import type { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { FormError } from '../../../components/forms/form-error.tsx';
import { useTitle } from '../../../components/layout/page-head.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Loading } from '../../../components/states/loading.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { GoogleButton } from '../google/google-button.tsx';
import { useGoogleReturn } from '../google/use-google-return.ts';
import { useCameFrom } from './came-from.ts';
import classes from './identity-page.module.css';

type Props = {
  title: string;
  page: typeof pages.login | typeof pages.signup;
  afterwards: string;
  /** What is to be read first. */
  before?: ReactNode;
  form: ReactNode;
  other: ReactNode;
  /** In the place of all this: what has to be done next. */
  step?: ReactNode;
};

/** What the login and the sign-up share. Whoever is signed in has no business here and goes on. */
export function IdentityPage({ title, page, afterwards, before, form, other, step }: Props) {
  useTitle(title);
  const session = useSession();
  const from = useCameFrom();
  const google = useGoogleReturn();

  if (session) return <Navigate to={afterwards} replace state={{ from }} />;
  if (google.isFinishing) return <Loading />;
  return (
    <Panel narrow>
      <Title order={1} size="h2" mb="lg">
        {title}
      </Title>
      {step ?? (
        <>
          {before}
          {form}
          <GoogleButton page={page} from={from} />
          <div className={classes.said}>
            <FormError error={google.error} />
          </div>
          <p className={classes.other}>{other}</p>
        </>
      )}
    </Panel>
  );
}
