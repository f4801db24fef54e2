import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useState } from 'react';

/** Long enough to type a word, short enough to feel immediate. */
const pauseMs = 250;

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
  const [typed, setTyped] = useState(value);
  const [followed, setFollowed] = useState(value);
  if (followed !== value) {
    setFollowed(value);
    if (typed.trim() !== value) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => look(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      {...field}
      type="search"
      leftSection={<IconSearch size={20} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      {...(className && { className })}
    />
  );
}
