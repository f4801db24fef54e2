import '../../components/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { Button, Group, Modal } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionList } from '../../../../modules/identity/contract.ts';
import type { User } from '../../../../modules/users/contract.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { Failed } from '../../components/failed.tsx';
import { FormError } from '../../components/form-error.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { SignedInPlaces } from '../../components/signed-in-places.tsx';
import { changeOnly, get } from '../../lib/api.ts';
import { useChange } from '../../lib/use-change.ts';

type Props = {
  /** Of whom; undefined while it is closed. */
  user: Pick<User, 'name' | 'email'> | undefined;
  close: () => void;
};

const pathOf = (email: string) => `/user/${encodeURIComponent(email)}/sessions`;

function sessionsOf(email: string) {
  return queryOptions({
    queryKey: ['private', 'of', email, 'sessions'],
    queryFn: async ({ signal }) => (await get<SessionList>(pathOf(email), { signal })).sessions,
    meta: { isForAdmins: true },
    staleTime: 0,
  });
}

/** Where somebody is signed in; an admin signs them out everywhere, once they have said twice that they want it. */
export function SessionsDialog({ user, close }: Props) {
  return (
    <Modal
      opened={user !== undefined}
      onClose={close}
      title={user && <bdi dir="auto">{`Where ${user.name} is signed in`}</bdi>}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {user && <Sessions email={user.email} close={close} />}
    </Modal>
  );
}

function Sessions({ email, close }: { email: string; close: () => void }) {
  const client = useQueryClient();
  const sessions = useQuery(sessionsOf(email));
  const [isSure, setSure] = useState(false);
  const ending = useChange({
    name: 'sign somebody out',
    call: (whom: string, key) => changeOnly(pathOf(whom), { method: 'DELETE', key }),
    onSuccess: async () => {
      setSure(false);
      await client.invalidateQueries({ queryKey: sessionsOf(email).queryKey });
    },
  });
  const shown = sessions.data;
  return (
    <>
      {sessions.isPending && <LoadingRows label="Loading where they are signed in" />}
      <Failed
        title="This could not be fetched"
        error={shown ? null : sessions.error}
        retry={() => void sessions.refetch()}
      />
      <div role="status">{shown?.length === 0 && <p>They are signed in nowhere.</p>}</div>
      {shown && <SignedInPlaces sessions={shown} />}
      {isSure && <p>They are signed out in every browser at once, and have to log in again.</p>}
      <FormError error={ending.error} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close} data-autofocus>
          Close
        </Button>
        {shown && shown.length > 0 && (
          <BusyButton
            variant={isSure ? 'filled' : 'default'}
            isBusy={ending.isPending}
            onClick={() => (isSure ? ending.mutate(email) : setSure(true))}
          >
            {isSure ? 'Sign them out now' : 'Sign out everywhere'}
          </BusyButton>
        )}
      </Group>
    </>
  );
}
