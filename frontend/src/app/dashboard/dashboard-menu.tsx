import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import IconChevronDown from '~icons/chevron-down';
import classes from './dashboard-layout.module.css';
import { adminLinks, dashboardLinksFor, linkAt } from './dashboard-links.ts';

type Props = {
  /** Who one is. */
  children: ReactNode;
  isAdmin: boolean;
  isNarrow: boolean;
};

/**
 * The dashboard's pages: a list beside the page, or, where there is no room beside it, behind a button that says where one
 * is. A line of tabs would be cut off on phones: four items do not fit, and admins have more than four.
 */
export function DashboardMenu({ children, isAdmin, isNarrow }: Props) {
  const { pathname } = useLocation();
  const links = dashboardLinksFor(isAdmin);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useId();

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  };

  return (
    <nav aria-label="Dashboard" onKeyDown={closeOnEscape}>
      <div className={classes.top}>
        {children}
        {isNarrow && (
          <Button
            ref={button}
            variant="default"
            size="sm"
            rightSection={<IconChevronDown size="1.125rem" aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={list}
            aria-label={`Dashboard menu: ${linkAt(links, pathname)?.label ?? 'pages'}`}
            onClick={() => setOpen(!isOpen)}
          >
            {linkAt(links, pathname)?.label ?? 'Menu'}
          </Button>
        )}
      </div>
      <ul id={list} className={classes.links} hidden={isNarrow && !isOpen}>
        {links.map((link) => (
          <li key={link.to} data-first={link === adminLinks[0]}>
            <NavLink to={link.to} end={link.end ?? false}>
              {link.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
