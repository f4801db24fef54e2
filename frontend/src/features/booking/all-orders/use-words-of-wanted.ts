import { useQuery } from '@tanstack/react-query';
import { toolNameQuery } from '../../../lib/queries/tool-name-query.ts';
import { type OrdersWanted, statuses, type WantedName, wantedNames, ways } from './orders-wanted.ts';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const labels: Record<WantedName, string> = {
  q: 'Search',
  status: 'Status',
  fulfilment: 'On its way',
  since: 'From',
  until: 'To',
  toolId: 'Tool',
  personEmail: 'Person',
};

/** What is looked for, as people call it: `Status: Paid`. */
export function useWordsOfWanted(wanted: OrdersWanted): { name: WantedName; words: string }[] {
  const tool = useQuery(toolNameQuery(wanted.toolId ?? '')).data;
  return wantedNames.flatMap((name) => {
    const value = wanted[name];
    return value ? [{ name, words: `${labels[name]}: ${wordsOf(name, value, tool)}` }] : [];
  });
}

function wordsOf(name: WantedName, value: string, tool: string | undefined): string {
  switch (name) {
    case 'status':
      return statuses.find((one) => one.value === value)?.label ?? value;
    case 'fulfilment':
      return ways.find((one) => one.value === value)?.label ?? value;
    case 'toolId':
      return tool ?? value;
    case 'since':
    case 'until':
      // A day is one in UTC, and no moment of it.
      return value.includes('T') && !Number.isNaN(Date.parse(value)) ? moment.format(new Date(value)) : value;
    default:
      return value;
  }
}
