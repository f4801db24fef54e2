import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countryNamed, locationOf, nameOfCountry } from '../../../../modules/users/address-words/contract.ts';
import type { Address, address as addressSchema } from '../../../../modules/users/addresses/contract.ts';
import { change } from '../api/api.ts';
import { useChange } from '../idempotency/use-change.ts';
import { toast } from '../toast.ts';

const partNames = ['street', 'postcode', 'city', 'country'] as const;
export type PartName = (typeof partNames)[number];
type Parts = Record<PartName, string>;

type Options = {
  saved: Address | undefined;
  /** What the one field says, where the parts have not written it. */
  location: string;
  write: (location: string) => void;
  /** By which the parts are checked; undefined where its code has not come. */
  schema: () => typeof addressSchema | undefined;
};

/** The id of a part's field. */
export const partId = (name: PartName) => `address-${name}`;

/** An address in its parts, which write the one field of the form; and whether it is to be saved with the account. */
export function useAddressParts({ saved, location, write, schema }: Options) {
  const queryClient = useQueryClient();
  const [parts, setParts] = useState<Parts>();
  const [errors, setErrors] = useState<Partial<Parts>>({});
  const [isWanted, setWanted] = useState(false);

  const look = () => void queryClient.invalidateQueries({ queryKey: ['private'] });
  const saving = useChange({
    name: 'save address',
    isRepeatable: true,
    call: (body: Address, key) => change('/me/address', { method: 'PUT', body, key }),
    onSuccess: look,
    onError: () => void toast('Your address could not be saved', 'error'),
  });
  const removal = useChange({
    name: 'remove address',
    isRepeatable: true,
    call: (_: Record<string, never>, key) => change('/me/address', { method: 'DELETE', key }),
    onSuccess: () => {
      look();
      void toast('Your address is saved no longer');
    },
    onError: () => void toast('Your address could not be removed', 'error'),
  });

  /** The parts, where they are to be saved, and what their check says of them. */
  const wanted = (phone: string) => {
    if (!parts || !isWanted) return undefined;
    const typed = { ...parts, country: countryNamed(parts.country) ?? '', phone };
    return { typed, result: schema()?.safeParse(typed) };
  };

  return {
    /** Undefined while the one field does. */
    values: parts,
    errors,
    isWanted,
    want: setWanted,
    isSaved: saved !== undefined,
    open() {
      const { street = location, postcode = '', city = '', country = '' } = saved ?? {};
      setParts({ street, postcode, city, country: nameOfCountry(country) ?? '' });
    },
    close: () => setParts(undefined),
    type(name: PartName, text: string) {
      if (!parts) return;
      const next = { ...parts, [name]: text };
      setParts(next);
      setErrors({ ...errors, [name]: undefined });
      write(locationOf({ ...next, country: countryNamed(next.country) ?? next.country }));
    },
    remove: () => removal.mutate({}),
    /** Whether there is nothing to save, or it is whole. Where it is not, that is said, and the first such field focused. */
    canBeKept(phone: string): boolean {
      const result = wanted(phone)?.result;
      if (!result || result.success) return true;
      const wrong = Object.fromEntries(result.error.issues.toReversed().map(({ path, message }) => [path[0], message]));
      setErrors(wrong);
      const first = partNames.find((name) => name in wrong);
      if (first) document.getElementById(partId(first))?.focus();
      return first === undefined;
    },
    keep(phone: string): void {
      const { typed, result } = wanted(phone) ?? {};
      if (typed && (!result || result.success)) saving.mutate(result?.data ?? typed);
    },
  };
}

export type AddressParts = ReturnType<typeof useAddressParts>;
