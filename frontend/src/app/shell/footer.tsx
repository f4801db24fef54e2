import { Button, TextInput } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import classes from './footer.module.css';
import { linksFor } from './links.ts';

const visit = linksFor(false).filter(({ to }) => to === pages.location || to === pages.timing);
const read = linksFor(false).filter(({ to }) => to === pages.blogs || to === pages.portfolio);

export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div>
          <p className={classes.brand}>Inventory</p>
          <p className={classes.small}>Tools and parts for the workshop, counted to the last bolt.</p>
        </div>
        <FooterLinks title="Visit" links={visit} />
        <FooterLinks title="Read" links={read} />
        {/* The box is part of the page's look: the shop sends no newsletter, so nothing is sent anywhere. */}
        <form className={classes.newsletter} onSubmit={(event) => event.preventDefault()}>
          <TextInput type="email" label="Newsletter" placeholder="you@example.com" autoComplete="email" />
          <Button type="submit" variant="outline" color="var(--shop-tape)">
            Subscribe
          </Button>
        </form>
      </div>
    </footer>
  );
}

function FooterLinks({ title, links }: { title: string; links: { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <p className={classes.title}>{title}</p>
      <ul className={classes.links}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
