import { NativeSelect } from '@mantine/core';
import { longestEmail } from '../../../../modules/kernel/wire/longest.ts';
import { SearchField } from '../../components/fields/search-field.tsx';
import type { How } from '../../lib/navigation/use-address-steps.ts';
import classes from './people.module.css';
import type { PeopleWanted } from './people-query.ts';
import { roles } from './use-people-wanted.ts';

type Props = { wanted: PeopleWanted; want: (change: Partial<PeopleWanted>, how?: How) => void };

export function PeopleToolbar({ wanted, want }: Props) {
  return (
    <search className={classes.toolbar} aria-label="People">
      <SearchField
        label="Search people"
        placeholder="Name or email"
        maxLength={longestEmail}
        value={wanted.q}
        look={(q) => want({ q }, 'typed')}
      />
      <NativeSelect
        label="Role"
        data={roles}
        value={wanted.role}
        onChange={(event) => want({ role: event.currentTarget.value })}
      />
    </search>
  );
}
