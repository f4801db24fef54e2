import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import type { Person } from '../../../../modules/people/contract.ts';
import classes from './people.module.css';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const number = new Intl.NumberFormat('en');
const words = (text: string | undefined) => text && <bdi dir="auto">{text}</bdi>;

/** What is known of somebody. What they have not said has no line. */
export function PersonFacts({ person }: { person: Person }) {
  const { email, role, cameAt, orders } = person;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Email', words(email)],
    ['Role', role === 'admin' ? 'Admin' : 'Shopper'],
    [
      'Since',
      <time key="since" dateTime={cameAt}>
        {moment.format(new Date(cameAt))}
      </time>,
    ],
    ['Orders', ordersOf(email, orders)],
    ['Phone', words(person.phone)],
    ['Location', words(person.location)],
    ['Education', words(person.education)],
    ['Profile link', words(person.social)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function ordersOf(email: string, orders: number): ReactNode {
  if (orders === 0) return 'None';
  const search = `${new URLSearchParams({ personEmail: email })}`;
  return (
    <Link to={{ pathname: pages.ordersInfo, search }} className={classes.name}>
      {number.format(orders)}
    </Link>
  );
}
