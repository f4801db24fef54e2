import { Button, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { type SetUp, setUpBody } from '../../../../modules/users/contract.ts';
import { MailAddress } from '../../components/details/mail-address.tsx';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { FormError } from '../../components/forms/form-error.tsx';
import { useTitle } from '../../components/layout/page-head.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Loading } from '../../components/states/loading.tsx';
import { StateMessage } from '../../components/states/state-message.tsx';
import { change } from '../../lib/api/api.ts';
import { focusFirstError } from '../../lib/focus/focus-first-error.ts';
import { showUnderFields } from '../../lib/forms/show-under-fields.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { useIsStillHere } from '../../lib/navigation/use-is-still-here.ts';
import { adminQuery } from '../../lib/queries/admin-query.ts';
import { unclaimedQuery } from '../../lib/queries/unclaimed-query.ts';
import { useSession } from '../../lib/session/use-session.ts';
import classes from './setup-page.module.css';

const title = 'Set up your shop';

/** Where the owner of a new shop becomes its first admin. Who is not signed in was sent to the login, and comes back here. */
export function SetupPage() {
  const email = useSession()?.email ?? '';
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  const form = useForm<SetUp>({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: schemaResolver(setUpBody, { sync: true }),
  });
  const claim = useChange({
    name: 'set up',
    isSecret: true,
    call: (body: SetUp, key) => change('/setup', { method: 'POST', body, key }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['private'] });
      if (isStillHere()) void navigate(pages.ordersInfo, { replace: true });
    },
    onError: (error) => showUnderFields(form, error),
  });
  const unclaimed = useQuery(unclaimedQuery);
  const isAdmin = useQuery(adminQuery(email)).data?.admin === true;
  // Who has just become the admin is on the way to the orders.
  const isSetUp = unclaimed.data === false && !claim.isPending && !claim.isSuccess;
  useTitle(isSetUp ? undefined : title);
  if (isSetUp) {
    return (
      <StateMessage title="This shop is set up" page>
        {isAdmin ? 'You are an admin of it.' : 'It has an admin, who can make you one too.'}
        <Button component={Link} to={isAdmin ? pages.ordersInfo : pages.front}>
          {isAdmin ? 'To the orders' : 'To the shop'}
        </Button>
      </StateMessage>
    );
  }
  // A form that goes away again is not shown; where nobody can tell, the answer to the code does.
  if (unclaimed.isPending) return <Loading />;
  return (
    <Panel narrow>
      <Title order={1} size="h2" mb="xs">
        {title}
      </Title>
      <p className={classes.lead}>
        Type the code from the terminal in which the shop was started, and <MailAddress address={email} /> becomes its
        first admin. The code works once.
      </p>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => claim.mutate(values),
          (errors) => focusFirstError(form, errors),
        )}
      >
        <TextInput
          label="Code"
          name="code"
          placeholder="XXXX-XXXX-XXXX"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <FormError error={claim.error} fields={['code']} />
        <BusyButton type="submit" isBusy={claim.isPending}>
          Become the admin
        </BusyButton>
      </form>
    </Panel>
  );
}
