import type { ReactNode } from 'react';
import type { OwnAccount } from '../../../../modules/identity/contract.ts';
import { SectionPanel } from '../../components/layout/section-panel.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { useOwnAccount } from './account-query.ts';

type Props = {
  title: string;
  /** The room it will take: so many rows, of so many pixels. */
  rows: number;
  height: number;
  children: (known: OwnAccount) => ReactNode;
};

/** A panel about one's account, once it is known; until then that it is loading, or could not be fetched. */
export function OwnAccountPanel({ title, rows, height, children }: Props) {
  const account = useOwnAccount();
  return (
    <SectionPanel title={title}>
      {account.data && children(account.data)}
      {!account.data && (
        <Failed title="That could not be fetched" error={account.error} retry={() => void account.refetch()} />
      )}
      {account.isPending && <LoadingRows label={`Loading: ${title}`} rows={rows} height={height} />}
    </SectionPanel>
  );
}
