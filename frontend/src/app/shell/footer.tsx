import { Button, TextInput } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
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
        {/* The box does nothing. Without a form around it the browser neither checks what is typed nor sends it. */}
        <div className={classes.newsletter}>
          <TextInput type="email" label="Newsletter" placeholder="you@example.com" autoComplete="email" />
          <Button type="button" variant="outline" color="var(--shop-tape)">
            Subscribe
          </Button>
        </div>
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
