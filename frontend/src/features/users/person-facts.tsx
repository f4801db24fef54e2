import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import type { Person } from '../../../../modules/people/contract.ts';
import { emailFact, type Fact, FactList, momentFact, wordsFact } from '../../components/details/fact-list.tsx';
import classes from './people.module.css';

const number = new Intl.NumberFormat('en');

/** What is known of somebody. What they have not said has no line. */
export function PersonFacts({ person }: { person: Person }) {
  const { email, role, cameAt, orders } = person;
  const facts: readonly Fact[] = [
    ['Email', emailFact(email)],
    ['Role', role === 'admin' ? 'Admin' : 'Shopper'],
    ['Since', momentFact(cameAt)],
    ['Orders', ordersOf(email, orders)],
    ['Phone', wordsFact(person.phone)],
    ['Location', wordsFact(person.location)],
    ['Education', wordsFact(person.education)],
    ['Profile link', wordsFact(person.social)],
  ];
  return <FactList facts={facts} />;
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
