import { useQuery } from '@tanstack/react-query';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { HistoryLink } from '../../../components/details/history-link.tsx';
import { adminQuery } from '../../../lib/queries/admin-query.ts';

type Props = { tool: Tool; email: string };

/** For admins. A part by itself, so that the answer to who is one renders nothing else of the page again. */
export function ToolHistoryLink({ tool, email }: Props) {
  const isAdmin = useQuery(adminQuery(email)).data?.admin === true;
  return isAdmin ? <HistoryLink entity={`tool:${tool._id}`} label={tool.name} /> : null;
}
