import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './cut-text.module.css';

type Props = {
  text: string;
  /** Of what it is, for whoever hears the button by itself. */
  of: string;
};

/** What somebody wrote, cut after some lines; whole for whoever wants to read on. */
export function CutText({ text, of }: Props) {
  const place = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isWhole, setWhole] = useState(false);
  // Before it is painted: the button does not move what was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is as long as it is.
  useLayoutEffect(() => {
    if (!isWhole) setCut(isLonger(place.current));
  }, [text, isWhole]);
  useEffect(() => {
    if (isWhole || !place.current) return;
    const observer = new ResizeObserver(() => setCut(isLonger(place.current)));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isWhole]);
  return (
    <>
      <p ref={place} className={classes.text} data-whole={isWhole} dir="auto">
        {text}
      </p>
      {isCut && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isWhole}
          aria-label={`${isWhole ? 'Show less' : 'Read all of it'}: ${of}`}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Read all of it'}
        </button>
      )}
    </>
  );
}

/** By more than what rounding leaves. */
const isLonger = (node: HTMLElement | null) => node !== null && node.scrollHeight > node.clientHeight + 1;
