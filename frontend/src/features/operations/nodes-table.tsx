import type { NodeStatus } from '../../../../modules/operations/contract.ts';
import { ofNumbers } from '../../components/tables/column.ts';
import { WideTable } from '../../components/tables/wide-table.tsx';
import { Part, unknown } from './part.tsx';
import { counted, lagShown, momentShown } from './shown-amounts.ts';
import { State } from './state.tsx';

const columns = ['Node', 'Standing', 'Since', 'Heard of', ofNumbers('Behind'), ofNumbers('Live connections')];

/** The processes that the shop runs as. */
export function NodesTable({ nodes }: { nodes: readonly NodeStatus[] | null }) {
  const rows = nodes?.map((node) => ({
    key: node.id,
    cells: [
      <span key="node">
        <strong>{node.address}</strong>
        {node.isThis && ' (answers here)'}
        <br />
        {node.host}, process {node.pid}
      </span>,
      <State key="standing" isWell={node.standing === 'serving'}>
        {node.standing}
      </State>,
      <time key="since" dateTime={node.startedAt}>
        {momentShown(node.startedAt)}
      </time>,
      node.isThis ? 'now' : `${node.heardAgo} s ago`,
      lagShown(node.behind),
      counted(node.connections),
    ],
  }));
  return (
    <Part title="Nodes">{rows ? <WideTable label="Nodes" columns={columns} rows={rows} /> : <p>{unknown}</p>}</Part>
  );
}
