import type { Page } from 'playwright-core';

/**
 * Where a page is empty though it goes on: an empty half, which is beside what there is and wider than `share` of the page's
 * place, and a dead gap, between what is above and what is below. Text, pictures, controls and lines fill a place; a panel's
 * ground alone does not. What ends before the window does is no gap.
 */
export function emptinessOf(page: Page, { share = 0.4, tallPx = 400, gapPx = 160 } = {}): Promise<string[]> {
  return page.evaluate(
    ({ share, tallPx, gapPx }) => {
      /** Of the grid that is laid over the page, in pixels. */
      const cell = 8;
      // Beside the dashboard's pages stands what leads to them.
      const side = document.querySelector('main aside');
      const place = (side?.parentElement === null ? null : side?.nextElementSibling) ?? document.querySelector('main');
      if (!place) return ['no main'];
      const { left, top, width, height } = place.getBoundingClientRect();
      const style = getComputedStyle(place);
      const inner = {
        left: left + Number.parseFloat(style.paddingLeft),
        right: left + width - Number.parseFloat(style.paddingRight),
      };
      const columns = Math.floor((inner.right - inner.left) / cell);
      const rows = Math.ceil(height / cell);
      const grid = Array.from({ length: rows }, () => new Uint8Array(columns));
      const fill = (box: { left: number; right: number; top: number; bottom: number }) => {
        const from = Math.max(0, Math.floor((box.left - inner.left) / cell));
        const to = Math.min(columns, Math.ceil((box.right - inner.left) / cell));
        const last = Math.min(rows, Math.ceil((box.bottom - top) / cell));
        for (let row = Math.max(0, Math.floor((box.top - top) / cell)); row < last; row += 1)
          if (to > from) grid[row]?.fill(1, from, to);
      };

      for (const node of place.querySelectorAll('*')) {
        if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const box = node.getBoundingClientRect();
        if (box.width <= 1 || box.height <= 1) continue;
        const { borderTopWidth, borderBottomWidth, backgroundImage } = getComputedStyle(node);
        // What goes along as one scrolls is beside all that its place is high.
        if (getComputedStyle(node).position === 'sticky' && node.parentElement) {
          const { top, bottom } = node.parentElement.getBoundingClientRect();
          fill({ left: box.left, right: box.right, top, bottom });
        }
        const fillsItself = node.matches('img, svg, canvas, video, input, select, textarea, button, pre');
        if (fillsItself || backgroundImage.includes('url(')) fill(box);
        else {
          // A line across the page parts what is above from what is below.
          if (borderTopWidth !== '0px') fill({ ...box.toJSON(), bottom: box.top + 1 });
          if (borderBottomWidth !== '0px') fill({ ...box.toJSON(), top: box.bottom - 1 });
        }
      }
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.textContent?.trim() || !text.parentElement?.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) fill(box);
      }

      const isFilled = grid.map((row) => row.includes(1));
      const [first, last] = [isFilled.indexOf(true), isFilled.lastIndexOf(true)];
      if (first < 0) return ['nothing at all'];
      const flaws: string[] = [];
      for (let row = first, begin = first; row <= last; row += 1) {
        if (!isFilled[row]) continue;
        if ((row - begin) * cell > gapPx) flaws.push(`a dead gap of ${(row - begin) * cell}, ${begin * cell} down`);
        begin = row + 1;
      }

      // The largest empty rectangle, row by row: how far up each column is empty, and how far that goes to the right.
      const up = new Array<number>(columns).fill(0);
      let worst = { area: 0, said: '' };
      for (let row = first; row <= last; row += 1) {
        for (let column = 0; column < columns; column += 1)
          up[column] = grid[row]?.[column] ? 0 : (up[column] ?? 0) + 1;
        for (let from = 0; from < columns; from += 1) {
          let low = Number.POSITIVE_INFINITY;
          for (let to = from; to < columns && (up[to] ?? 0) * cell >= tallPx; to += 1) {
            low = Math.min(low, up[to] ?? 0);
            const wide = to - from + 1;
            if (wide / columns < share || wide * low <= worst.area) continue;
            const said = `an empty half, ${wide * cell} wide and ${low * cell} high, ${(row - low + 1) * cell} down`;
            worst = { area: wide * low, said };
          }
        }
      }
      if (worst.said) flaws.push(worst.said);
      return flaws;
    },
    { share, tallPx, gapPx },
  );
}
