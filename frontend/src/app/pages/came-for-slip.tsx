import '@mantine/core/styles/CloseButton.layer.css';
import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { toolQuery } from '../../features/catalog/tool-query.ts';
import { useCameFrom } from '../../features/identity/signing-in/came-from.ts';
import { useDeviceCart } from '../../lib/device/use-device-cart.ts';
import classes from './came-for-slip.module.css';
import { toolIn } from './tool-in.ts';

/** Offers who has just signed up the tool that had sent them there, or to order what is in their cart; nothing for everybody else. */
export function CameForSlip() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const from = useCameFrom();
  const [address, setAddress] = useState(from);
  const id = address && toolIn(address);
  const tool = useQuery({ ...toolQuery(id ?? ''), enabled: id !== undefined });
  const hasCart = useDeviceCart().lines.length > 0;

  const isForCart = hasCart && address === pages.checkout;
  if (!address || (!isForCart && (!id || tool.isError))) return null;
  const dismiss = () => {
    setAddress(undefined);
    // Neither when the page is loaded again.
    navigate({ pathname, search, hash }, { replace: true, state: null });
  };
  return (
    <aside className={classes.slip} aria-label="Where you were">
      <p>
        You came{' '}
        {isForCart ? (
          'to order what is in your cart'
        ) : (
          <>for {tool.data ? <bdi dir="auto">{tool.data.name}</bdi> : 'a tool'}</>
        )}
        : <Link to={address}>take me there</Link>
      </p>
      <CloseButton aria-label="Dismiss" onClick={dismiss} />
    </aside>
  );
}
