import { useState } from 'react';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { CartLink } from './cart-link.tsx';
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import classes from './header.module.css';
import { HeaderSearch } from './header-search.tsx';
import { MenuDrawer } from './menu-drawer.tsx';
import { NavLinks } from './nav-links.tsx';
import { SessionLink } from './session-link.tsx';

export function Header() {
  const session = useSession();
  const [hasMark, setHasMark] = useState(true);
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link to={pages.front} className={classes.brand}>
          {hasMark && <img src="/pictures/mark.svg" alt="" width={36} height={36} onError={() => setHasMark(false)} />}
          Inventory
        </Link>
        <nav aria-label="Main" className={classes.wide}>
          <NavLinks isSignedIn={session !== undefined} className={classes.links} />
        </nav>
        <div className={classes.end}>
          <HeaderSearch />
          <CartLink />
          <ColourSchemeSwitch />
          <div className={classes.wide}>
            <SessionLink />
          </div>
          <div className={classes.narrow}>
            <MenuDrawer />
          </div>
        </div>
      </div>
      <div className={classes.tape} aria-hidden />
      <ConnectionNotice />
    </header>
  );
}
