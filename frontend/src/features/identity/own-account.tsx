import type { ReactNode } from 'react';
import type { OwnAccount } from '../../../../modules/identity/contract.ts';
import { Failed } from '../../components/failed.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { SectionPanel } from '../../components/section-panel.tsx';
import { useOwnAccount } from './account-query.ts';

/** A panel about one's account, once it is known; until then that it is loading, or could not be fetched. */
export function OwnAccountPanel({ title, children }: { title: string; children: (known: OwnAccount) => ReactNode }) {
  const account = useOwnAccount();
  return (
    <SectionPanel title={title}>
      {account.data && children(account.data)}
      {!account.data && (
        <Failed title="That could not be fetched" error={account.error} retry={() => void account.refetch()} />
      )}
      {account.isPending && <LoadingRows label={`Loading: ${title}`} rows={2} height={68} />}
    </SectionPanel>
  );
}
