import { NavLink } from 'react-router-dom';
import { linksFor } from './links.ts';

type Props = { isSignedIn: boolean; className: string | undefined; onFollow?: () => void };

export function NavLinks({ isSignedIn, className, onFollow }: Props) {
  return (
    <ul className={className}>
      {linksFor(isSignedIn).map(({ to, label, end }) => (
        <li key={to}>
          <NavLink to={to} end={end ?? false} {...(onFollow && { onClick: onFollow })}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
