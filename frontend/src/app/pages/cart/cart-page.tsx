import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { CardBoundNote } from '../../../components/forms/card-bound-note.tsx';
import { PageHead } from '../../../components/layout/page-head.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { Brought } from '../../../features/cart/brought.tsx';
import { putBack, setQuantity, takeOut } from '../../../features/cart/cart-lines.ts';
import { CartRow } from '../../../features/cart/cart-row.tsx';
import { type CartEntry, refusedEntry, soldOf, totalOf, whyNotOrdered } from '../../../features/cart/entries.ts';
import { LeftLines } from '../../../features/cart/left-lines.tsx';
import { LeftOut } from '../../../features/cart/left-out.tsx';
import { useTypedQuantities } from '../../../features/cart/use-typed-quantities.ts';
import { ToolPicture } from '../../../features/catalog/tool-picture.tsx';
import { SignedOutBecause } from '../../../features/identity/signing-in/signed-out-because.tsx';
import type { KeptLine } from '../../../lib/device/device-cart.ts';
import { useDeviceCart } from '../../../lib/device/use-device-cart.ts';
import { formatPrice } from '../../../lib/formatting/money.ts';
import { useAtLeisure } from '../../../lib/lazy-loading/use-at-leisure.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { cartHints } from './cart-hints.ts';
import { CartLoading } from './cart-loading.tsx';
import classes from './cart-page.module.css';
import { EmptyCart } from './empty-cart.tsx';
import { RemovedNote } from './removed-note.tsx';
import { useCartEntries } from './use-cart-entries.ts';

type Removed = { readonly line: KeptLine; readonly at: number; readonly name: string };

/** What somebody would like to order: on the device, and in the account once they are signed in. */
export function CartPage() {
  // Without the key, the next person could undo what the one before removed, and have it in their own cart.
  const who = useSession()?.uid;
  return (
    <div className={classes.page}>
      <PageHead title="Cart" />
      <div className={classes.said}>
        <SignedOutBecause />
      </div>
      <Cart key={who} />
    </div>
  );
}

function Cart() {
  const isSignedIn = useSession() !== undefined;
  const { entries: found, lines, currency, error, retry } = useCartEntries();
  const known = useAtLeisure(found);
  const typed = useTypedQuantities(setQuantity);
  const cart = useDeviceCart();
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const undoButton = useRef<HTMLButtonElement>(null);
  const wasFilled = useRef(false);
  const format = (price: number) => formatPrice(price, currency);

  if (!known) {
    return (
      <>
        <Failed title="The cart could not be fetched" error={error} retry={retry} />
        {!error && <CartLoading rows={lines} />}
      </>
    );
  }
  const entries = known.map((entry) => refusedEntry(entry, typed.of(entry.line.toolId)?.refused));
  if (entries.length > 0) wasFilled.current = true;
  const { sold, gone } = soldOf(entries);
  const total = totalOf(entries, currency);
  const whyNot = whyNotOrdered(sold, total);
  const remove = (some: readonly CartEntry[]) => {
    takeOut(...some.map(({ line }) => line.toolId));
    for (const { line } of some) typed.forget(line.toolId);
    setRemoved(some.map((entry) => ({ line: entry.line, at: entries.indexOf(entry), name: entry.name })));
    // The button that had the focus is gone with its line.
    requestAnimationFrame(() => undoButton.current?.focus());
  };
  const undo = () => {
    for (const { line, at } of removed) putBack(line, at);
    setRemoved([]);
  };
  return (
    <>
      <div role="status" className={classes.said}>
        {removed.length > 0 && <RemovedNote names={removed.map(({ name }) => name)} undo={undo} button={undoButton} />}
      </div>
      <Brought />
      <LeftLines cart={cart} />
      {entries.length === 0 ? (
        <EmptyCart cart={cart} wasFilled={wasFilled.current} />
      ) : (
        <div className={classes.columns}>
          <ul className={classes.lines}>
            {entries.map((entry) => (
              <CartRow
                key={entry.line.toolId}
                entry={entry}
                typed={typed}
                picture={<ToolPicture tool={entry.tool ?? { img: '/pictures/no-picture.svg' }} loading="eager" />}
                format={format}
                remove={() => remove([entry])}
              />
            ))}
          </ul>
          <section className={classes.sum} aria-label="Sum">
            <p className={classes.total}>
              <span>Total</span> <strong>{total === undefined ? '–' : format(total)}</strong>
            </p>
            <CardBoundNote price={total} currency={currency} hints={cartHints} />
            <LeftOut gone={gone} takeOut={() => remove(gone)} />
            <p id="cart-problems" className={classes.problems}>
              {whyNot}
            </p>
            {whyNot ? (
              <Button size="lg" disabled aria-describedby="cart-problems">
                Check out
              </Button>
            ) : (
              <Button component={Link} to={pages.checkout} size="lg">
                {isSignedIn ? 'Check out' : 'Log in to check out'}
              </Button>
            )}
          </section>
        </div>
      )}
    </>
  );
}
