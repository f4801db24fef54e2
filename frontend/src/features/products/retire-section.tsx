import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { DangerButton } from '../../components/forms/danger-button.tsx';
import { FormError } from '../../components/forms/form-error.tsx';
import { changeOnly } from '../../lib/api/api.ts';
import { useFocusOnceSo } from '../../lib/focus/use-focus-once-so.ts';
import { useTelling } from '../../lib/forms/use-telling.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { toast } from '../../lib/toast.ts';
import type { Product } from './product.ts';
import classes from './products.module.css';
import { useProductsChanged } from './use-products-changed.ts';

type Props = { product: Product; tellAsking: (isAsking: boolean) => void };

/** Takes a product out of the shop, or brings it back. */
export function RetireSection({ product: { _id, name, retired }, tellAsking }: Props) {
  const changed = useProductsChanged();
  const [isAsking, setAsking] = useState(false);
  useTelling(isAsking, tellAsking);
  const place = useRef<HTMLParagraphElement>(null);
  const wish = useFocusOnceSo(retired === true, isAsking, place);
  const moving = useChange({
    name: 'retire or return product',
    isRepeatable: true,
    call: ({ id, back }: { id: string; back: boolean }, key) =>
      back
        ? changeOnly(`/tool/${id}/return`, { method: 'POST', key })
        : changeOnly(`/tool/${id}`, { method: 'DELETE', key }),
    onSuccess: async (_, { back }) => {
      wish(!back);
      void toast(back ? 'The product is offered again' : 'The product is retired');
      await changed();
    },
  });
  return (
    <section className={classes.section} aria-labelledby="retire">
      <h3 id="retire">{retired ? 'Retired' : 'Retire'}</h3>
      <p ref={place} tabIndex={-1}>
        {retired
          ? 'Nobody finds it or can order it. Who ordered it before still sees its page.'
          : 'Nobody finds it or can order it any more. Orders that are there go on, and it can be brought back.'}
      </p>
      {retired ? (
        <BusyButton variant="default" isBusy={moving.isPending} onClick={() => moving.mutate({ id: _id, back: true })}>
          Bring it back
        </BusyButton>
      ) : (
        <DangerButton onClick={() => setAsking(true)}>Retire it</DangerButton>
      )}
      <FormError error={moving.error} />
      <ConfirmDialog
        title="Retire this product?"
        action="Retire it"
        isOpen={isAsking}
        isBusy={moving.isPending}
        close={() => setAsking(false)}
        confirm={() => moving.mutate({ id: _id, back: false }, { onSettled: () => setAsking(false) })}
      >
        <bdi dir="auto">{name}</bdi> leaves the shop. You can bring it back later.
      </ConfirmDialog>
    </section>
  );
}
