import { NavLink } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { linksFor } from './links.ts';

type Props = { isSignedIn: boolean; className: string | undefined; onFollow?: () => void };

export function NavLinks({ isSignedIn, className, onFollow }: Props) {
  return (
    <ul className={className}>
      {/* A first screen is drawn at the build, for whoever comes: with all links, of which global.css leaves out those for others. */}
      {linksFor(import.meta.env.SSR || isSignedIn).map(({ to, label, end }) => (
        <li key={to} {...(import.meta.env.SSR && to === pages.ordersInfo && { 'data-only': 'signed-in' })}>
          <NavLink to={to} end={end ?? false} {...(onFollow && { onClick: onFollow })}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
