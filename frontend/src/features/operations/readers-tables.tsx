import type { ProjectionStatus, ReactorStatus } from '../../../../modules/operations/contract.ts';
import { ofNumbers } from '../../components/tables/column.ts';
import { WideTable } from '../../components/tables/wide-table.tsx';
import { Part } from './part.tsx';
import { counted, lagShown } from './shown-amounts.ts';
import { State } from './state.tsx';

const said = { live: 'live', behind: 'behind', stopped: 'stands still', preparing: 'is being made' } as const;

/** What makes read models of the log, at the node that answers. */
export function ProjectionsTable({ projections }: { projections: readonly ProjectionStatus[] }) {
  const rows = projections.map(({ projection, version, position, lag, state, reason, build, kept }) => ({
    key: projection,
    cells: [
      <strong key="projection">
        {projection} v{version}
      </strong>,
      <State key="state" isWell={state === 'live' || state === 'behind'}>
        {said[state]}
        {reason !== null && `: ${reason}`}
      </State>,
      <span key="build">
        {build ?? 'not known'}
        {kept.map(
          ({ build: other, state: becomes }) => ` (${other}: ${becomes === 'before' ? 'shown before' : becomes})`,
        )}
      </span>,
      position,
      lagShown(lag),
    ],
  }));
  return (
    <Part title="Projections">
      <WideTable
        label="Projections"
        columns={['Projection', 'State', 'Build', ofNumbers('Position'), ofNumbers('Behind')]}
        rows={rows}
      />
    </Part>
  );
}

/** What acts on the log, at the node that answers. */
export function ReactorsTable({ reactors }: { reactors: readonly ReactorStatus[] }) {
  const rows = reactors.map(({ reactor, position, lag, outstanding }) => ({
    key: reactor,
    cells: [<strong key="reactor">{reactor}</strong>, counted(outstanding), position, lagShown(lag)],
  }));
  return (
    <Part title="Reactors">
      <WideTable
        label="Reactors"
        columns={['Reactor', ...['Under way', 'Position', 'Behind'].map(ofNumbers)]}
        rows={rows}
      />
    </Part>
  );
}
