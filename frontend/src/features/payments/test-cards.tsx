import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import classes from './test-cards.module.css';

const cards = [
  { number: '4242 4242 4242 4242', outcome: 'pays' },
  { number: '4000 0000 0000 0002', outcome: 'is declined' },
  { number: '4000 0000 0000 9995', outcome: 'has insufficient funds' },
  { number: '4000 0025 0000 3155', outcome: 'asks for authentication' },
];

/** For trying the shop out; never shown where real cards are taken. */
export function TestCards() {
  return (
    <aside className={classes.hint} aria-label="Test cards">
      <p>No real money here. Pay with a test card, any date in the future and any CVC:</p>
      <ul>
        {cards.map(({ number, outcome }) => (
          <li key={number}>
            <code>{number}</code> {outcome}
          </li>
        ))}
      </ul>
      <p>
        Your receipt comes to{' '}
        <Anchor component={Link} to={pages.keptMails} underline="always" inherit>
          your mails
        </Anchor>{' '}
        of this shop.
      </p>
    </aside>
  );
}
