import type { StoreStatus } from '../../../../modules/operations/contract.ts';
import { ofNumbers } from '../../components/tables/column.ts';
import { WideTable } from '../../components/tables/wide-table.tsx';
import { Part } from './part.tsx';
import { counted } from './shown-amounts.ts';
import { State } from './state.tsx';

const columns = ['Store', 'Kept in', 'Answers', ofNumbers('Took')];

export function StoresTable({ stores }: { stores: readonly StoreStatus[] }) {
  const rows = stores.map(({ store, kind, answers, milliseconds }) => ({
    key: store,
    cells: [
      <strong key="store">{store}</strong>,
      kind,
      <State key="answers" isWell={answers}>
        {answers ? 'yes' : 'no'}
      </State>,
      `${counted(milliseconds)} ms`,
    ],
  }));
  return (
    <Part title="Stores">
      <WideTable label="Stores" columns={columns} rows={rows} />
    </Part>
  );
}
