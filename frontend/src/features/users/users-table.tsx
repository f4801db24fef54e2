import { useState } from 'react';
import { Link } from 'react-router-dom';
import { inDigits } from '../../../../modules/kernel/values/in-words.ts';
import type { Person } from '../../../../modules/people/contract.ts';
import { MailAddress } from '../../components/details/mail-address.tsx';
import { ofNumbers } from '../../components/tables/column.ts';
import { WideTable } from '../../components/tables/wide-table.tsx';
import classes from './people.module.css';
import { personAddress } from './person-address.ts';
import { PromoteDialog } from './promote-dialog.tsx';
import { RoleCell } from './role-cell.tsx';
import { usePromoteUser } from './use-promote-user.ts';

const columns = ['Name', 'Email', 'Since', ofNumbers('Orders'), 'Role'];

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** `admin` is the address of whoever is shown them. */
export function UsersTable({ admin, people }: { admin: string; people: readonly Person[] }) {
  const promotion = usePromoteUser(admin);
  const [asked, setAsked] = useState<Person>();
  const rows = people.map((person) => ({
    key: person._id,
    cells: [
      <Link key="name" to={personAddress(person.email)} className={classes.name}>
        <bdi dir="auto">{person.name}</bdi>
      </Link>,
      <span key="email" className={classes.email}>
        <MailAddress address={person.email} />
      </span>,
      <time key="since" dateTime={person.cameAt} className={classes.when}>
        {day.format(new Date(person.cameAt))}
      </time>,
      inDigits(person.orders),
      <RoleCell
        key="role"
        person={person}
        isAsked={asked?._id === person._id}
        isBusy={promotion.isPending && promotion.variables === person.email}
        ask={() => setAsked(person)}
      />,
    ],
  }));
  return (
    <>
      <WideTable id="users" label="Users" columns={columns} rows={rows} />
      <PromoteDialog person={asked} promotion={promotion} close={() => setAsked(undefined)} />
    </>
  );
}
