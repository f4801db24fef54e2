import { TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { longestAbout } from '../../../../modules/kernel/wire/longest.ts';
import { useSettled } from '../../lib/forms/use-settled.ts';
import type { Choice, thingsQuery } from './choices-query.ts';

type Props = Pick<TextInputProps, 'name' | 'label' | 'placeholder' | 'defaultValue' | 'error'> & {
  /** What is offered for what was typed. */
  offer: (typed: string) => ReturnType<typeof thingsQuery>;
  /** What is offered before anything is typed. */
  known?: readonly Choice[];
};

/** A field in which one types a name and is offered what is called like that. */
export function ChoiceField({ offer, known = [], ...field }: Props) {
  const [typed, setTyped] = useState('');
  const { data: found } = useQuery(offer(useSettled(typed)));
  const list = useId();
  return (
    <>
      <TextInput
        {...field}
        list={list}
        autoComplete="off"
        maxLength={longestAbout}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <datalist id={list}>
        {(found?.choices ?? known).map(({ said, alias, means }) => (
          <option key={means} value={said}>
            {alias ?? said}
          </option>
        ))}
      </datalist>
    </>
  );
}
