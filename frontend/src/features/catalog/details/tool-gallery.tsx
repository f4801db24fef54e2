import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { ToolPicture } from '../tool-picture.tsx';
import classes from './tool-gallery.module.css';

/** How far a finger goes over a picture that means the next one, in pixels. */
const swipe = 40;

/**
 * A tool's pictures: one at full size, changed by a swipe; and the others as thumbnails to choose from, of which Tab
 * reaches one and the arrows the rest. All stand in places of a fixed shape, so that nothing moves as they come.
 */
export function ToolGallery({ tool }: { tool: Pick<Tool, 'img' | 'name' | 'pictures'> }) {
  const all = [tool.img, ...(tool.pictures ?? []).filter((picture) => picture !== tool.img)];
  const [wanted, setWanted] = useState(0);
  const shown = Math.min(wanted, all.length - 1);
  const thumbs = useRef<HTMLDivElement>(null);

  const begun = useRef<number>(undefined);
  const begin = ({ pointerType, clientX }: PointerEvent) => {
    begun.current = pointerType === 'mouse' ? undefined : clientX;
  };
  const end = ({ clientX }: PointerEvent) => {
    const by = clientX - (begun.current ?? clientX);
    begun.current = undefined;
    if (Math.abs(by) >= swipe) setWanted((shown + (by < 0 ? 1 : -1) + all.length) % all.length);
  };

  const choose = (event: KeyboardEvent) => {
    const to = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + all.length) % all.length;
    setWanted(next);
    thumbs.current?.querySelectorAll('button')[next]?.focus();
  };

  return (
    <div className={classes.gallery}>
      <div className={classes.picture} onPointerDown={begin} onPointerUp={end}>
        <ToolPicture key={all[shown]} tool={{ img: all[shown] ?? tool.img }} loading="eager" />
      </div>
      {all.length > 1 && (
        <div
          ref={thumbs}
          className={classes.thumbs}
          role="toolbar"
          aria-label={`Pictures of ${tool.name}`}
          onKeyDown={choose}
        >
          {all.map((img, place) => (
            <button
              key={img}
              type="button"
              className={classes.thumb}
              aria-label={`Picture ${place + 1} of ${all.length}`}
              aria-pressed={place === shown}
              tabIndex={place === shown ? 0 : -1}
              onClick={() => setWanted(place)}
            >
              <ToolPicture tool={{ img }} loading="lazy" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
