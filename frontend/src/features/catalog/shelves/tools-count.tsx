import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { Count } from '../../../components/lists/count.tsx';
import type { ToolsWanted } from './tools-query.ts';

type Props = { wanted: ToolsWanted; found: { entries: Tool[]; next: string | undefined } | undefined };

/** How many tools are shown, of how many pages; the server does not count the others. */
export function ToolsCount({ wanted: { search, after }, found }: Props) {
  const isPart = after !== '' || found?.next !== undefined;
  return (
    <Count value={found?.entries.length} one="tool" many="tools">
      {isPart && ' on this page'}
      {search && (
        <>
          {' for “'}
          <bdi dir="auto">{search}</bdi>”
        </>
      )}
    </Count>
  );
}
