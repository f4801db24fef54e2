import { ActionIcon } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import IconSearch from '~icons/search';
import { longestSearch } from '../../../../modules/kernel/wire/longest.ts';
import { pageAt, pages, shelves } from '../../../../modules/kernel/wire/page-addresses.ts';
import type { SearchSuggestions } from '../../features/catalog/search/search-suggestions.tsx';
import { isOfInputMethod } from '../../lib/forms/input-method.ts';
import classes from './header-search.module.css';

/**
 * The search of every page: leads to the shelves, with the word in the address. A plain form of the browser's, so that it
 * also works before the shop's code has come; suggestions are fetched when somebody comes to it. Where the bar has no room for it, it is a row below, behind a button.
 */
export function HeaderSearch() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const searched = useRef('');
  const button = useRef<HTMLButtonElement>(null);
  const form = useId();
  const [Suggestions, setSuggestions] = useState<typeof SearchSuggestions>();

  /** Without suggestions the search is what it was: where they do not come, nobody is told. */
  const fetchSuggestions = () => {
    if (Suggestions) return;
    import('../../features/catalog/search/search-suggestions.tsx').then(
      ({ SearchSuggestions }) => setSuggestions(() => SearchSuggestions),
      () => undefined,
    );
  };

  // What the shelves are being searched for, by whatever means it got into the address.
  const page = pageAt(pathname);
  const isShelves = page === 'front' || page === 'home';
  const found = (isShelves && new URLSearchParams(search).get('search')) || '';
  useEffect(() => {
    if (box.current) box.current.value = found;
    searched.current = found.trim();
  }, [found]);

  useEffect(() => {
    if (isOpen) box.current?.focus();
  }, [isOpen]);

  // The focus goes with the row: it must not be left on what is hidden.
  const close = () => {
    if (!isOpen) return;
    setOpen(false);
    button.current?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const word = box.current?.value.trim() ?? '';
    searched.current = word;
    close();
    void navigate(word === '' ? shelves : `${pages.front}?${new URLSearchParams({ search: word })}#tools`);
  };

  return (
    <>
      <search className={classes.search} aria-label="The whole shop" id={form} data-open={isOpen}>
        <form
          action={pages.front}
          onSubmit={submit}
          onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && !isOfInputMethod(event.nativeEvent) && close()}
        >
          <input
            ref={box}
            type="search"
            name="search"
            dir="auto"
            aria-label="Search the shop"
            placeholder="Search the shop"
            maxLength={longestSearch}
            autoComplete="off"
            enterKeyHint="search"
            onFocus={fetchSuggestions}
          />
          <button type="submit" aria-label="Search">
            <IconSearch size="1.25rem" aria-hidden />
          </button>
          {Suggestions && <Suggestions box={box} searched={searched} onTaken={close} />}
        </form>
      </search>
      <ActionIcon
        ref={button}
        className={classes.opener}
        variant="transparent"
        color="var(--shop-bar-text)"
        size="lg"
        aria-label={isOpen ? 'Close the search' : 'Open the search'}
        aria-expanded={isOpen}
        aria-controls={form}
        onClick={() => setOpen(!isOpen)}
      >
        <IconSearch size="1.5rem" aria-hidden />
      </ActionIcon>
    </>
  );
}
