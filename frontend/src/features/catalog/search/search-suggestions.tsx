import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { generatePath, useNavigate } from 'react-router-dom';
import type { ToolSuggestion } from '../../../../../modules/catalog/search/contract.ts';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { isOfInputMethod } from '../../../lib/forms/input-method.ts';
import classes from './search-suggestions.module.css';
import { suggestionsQuery } from './suggestions-query.ts';

/** Shorter than a word takes to type. */
const pauseMs = 120;

type Props = {
  /** The search box that these are for; it is a plain one until this is there. */
  box: RefObject<HTMLInputElement | null>;
  /** What the shelves show by a search already, or are on the way to: nothing is suggested over that. */
  searched: RefObject<string>;
  /** One was taken: what surrounds the box may close. */
  onTaken: () => void;
};

/**
 * What somebody may be looking for, below a search box, which becomes a combobox by it: the arrows go through the list, Enter
 * takes one, Escape closes it and leaves the word. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function SearchSuggestions({ box, searched, onTaken }: Props) {
  const navigate = useNavigate();
  const list = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(true);
  const { data, isPlaceholderData } = useQuery(suggestionsQuery(typed));
  const found = typed.trim() === '' ? [] : (data ?? []);
  /** Where one is in a list; in the one that comes in its place, one is back in the box. */
  const [went, setWent] = useState({ in: data, at: -1 });
  const at = went.in === data ? went.at : -1;
  const isShown = isOpen && found.length > 0;
  const chosen = isShown ? found[at] : undefined;
  // Of what is still looked for nobody can say so.
  const isInVain = isOpen && typed.trim() !== '' && data?.length === 0 && !isPlaceholderData;

  const take = (one: ToolSuggestion) => {
    setOpen(false);
    setWent({ in: data, at: -1 });
    onTaken();
    void navigate(
      one.kind === 'tool'
        ? generatePath(pages.tool, { id: one.toolId })
        : `${pages.front}?${new URLSearchParams({ category: one.text })}#tools`,
    );
  };

  // The box is a form's own, which works without these: so they listen to it. The latest of each is kept for that.
  const now = { data, found, at, chosen, isSeen: isShown || isInVain, take };
  const latest = useRef(now);
  latest.current = now;
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const ending = new AbortController();
    const { signal } = ending;
    let pause: ReturnType<typeof setTimeout> | undefined;
    // What was typed before anybody listened, up to this moment: letters also come between a rendering and its effects.
    setTyped(node.value);
    setOpen(node.value.trim() !== searched.current);
    node.addEventListener(
      'input',
      () => {
        clearTimeout(pause);
        setOpen(true);
        setWent({ in: latest.current.data, at: -1 });
        pause = setTimeout(() => setTyped(node.value), pauseMs);
      },
      { signal },
    );
    node.addEventListener('blur', () => setOpen(false), { signal });
    node.addEventListener(
      'keydown',
      (event) => {
        // Its keys are the input method's, which has a list of its own.
        if (isOfInputMethod(event)) return;
        const { data, found, at, chosen, isSeen, take } = latest.current;
        if (event.key === 'Escape' && isSeen) {
          setOpen(false);
          event.preventDefault();
          event.stopPropagation();
        }
        if (event.key === 'Enter') {
          if (chosen) {
            event.preventDefault();
            take(chosen);
          } else setOpen(false);
        }
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (by === undefined || found.length === 0) return;
        event.preventDefault();
        setOpen(true);
        // Beyond either end is the box itself, with what was typed.
        const places = found.length + 1;
        const to = ((at + 1 + by + places) % places) - 1;
        latest.current.at = to;
        setWent({ in: data, at: to });
      },
      { signal },
    );
    return () => {
      clearTimeout(pause);
      ending.abort();
    };
  }, [box, searched]);

  const chosenId = chosen && `${list}-${at}`;
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    node.setAttribute('role', 'combobox');
    node.setAttribute('aria-autocomplete', 'list');
    node.setAttribute('aria-controls', list);
    node.setAttribute('aria-expanded', String(isShown));
    if (chosenId) node.setAttribute('aria-activedescendant', chosenId);
    else node.removeAttribute('aria-activedescendant');
  }, [box, list, isShown, chosenId]);

  return (
    <>
      <div
        id={list}
        role="listbox"
        aria-label="Suggestions"
        className={classes.list}
        hidden={!isShown}
        // Pressing one must not take the focus from the box, which would close the list before the press ends.
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((one, place) => (
          // The box has the focus and the keys (aria-activedescendant).
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={`${one.kind} ${one.kind === 'tool' ? one.toolId : one.text}`}
            id={`${list}-${place}`}
            role="option"
            aria-selected={place === at}
            className={classes.option}
            onClick={() => take(one)}
          >
            <bdi dir="auto">{one.text}</bdi>
            {one.kind === 'category' && <span className={classes.kind}>Category, {one.count}</span>}
          </div>
        ))}
      </div>
      <div role="status" className={isInVain ? classes.inVain : classes.said}>
        {isShown && `${found.length} ${found.length === 1 ? 'suggestion' : 'suggestions'}`}
        {isInVain && 'No tool like that on the shelves'}
      </div>
    </>
  );
}
