import { TextInput } from '@mantine/core';
import IconSearch from '~icons/search';
import { useTyped } from '../../lib/forms/use-typed.ts';

type Props = {
  label: string;
  placeholder?: string;
  maxLength: number;
  className?: string | undefined;
  /** What is looked for at this moment, as the address bar has it. */
  value: string;
  look: (value: string) => void;
};

/** Looks as one types, and shows what Back leads to. */
export function SearchField({ value, look, className, ...field }: Props) {
  const [typed, type] = useTyped(value, look);
  return (
    <TextInput
      {...field}
      type="search"
      leftSection={<IconSearch size="1.25rem" aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      {...(className && { className })}
    />
  );
}
