import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';

type Props = {
  /** What it is about, as the history calls it: `tool:{id}`. */
  entity: string;
  /** Of what, for whoever does not see where the link stands. */
  label: string;
  /** For rows of a table. */
  compact?: boolean;
};

/** For admins: the way from a thing to all that happened to it. */
export function HistoryLink({ entity, label, compact = false }: Props) {
  return (
    <Button
      size={compact ? 'compact-md' : 'sm'}
      variant="default"
      component={Link}
      to={{ pathname: pages.history, search: `${new URLSearchParams({ entity })}` }}
      aria-label={`History of ${label}`}
    >
      History
    </Button>
  );
}
