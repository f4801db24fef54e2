import type { Page } from 'playwright-core';

/**
 * What is wrong with how a page is laid out, each as a line that says where: wider than its window, text that is cut off,
 * words broken in the middle or over the edge of their cell, icons smaller than its text, a frame around nothing
 * but another one, and controls that stand on one another. Longer words than `longest`
 * may be broken: on a phone they have to; an email address is two, of which the second begins with its @.
 */
export function flawsOf(page: Page, longest = 20): Promise<string[]> {
  return page.evaluate((longestWord) => {
    const flaws: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      flaws.push(`wider than the window by ${root.scrollWidth - root.clientWidth}`);

    const isShown = (node: Element) =>
      node.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
    /** For screen readers alone, or pushed aside by whoever reads. */
    const isOutOfSight = (node: Element) => {
      const { width, height } = node.getBoundingClientRect();
      return width <= 1 || height <= 1;
    };

    for (const node of document.querySelectorAll<HTMLElement>('body *')) {
      if (!isShown(node) || isOutOfSight(node) || node.closest('svg') || node.matches('select, input, textarea'))
        continue;
      const { overflowX, overflowY } = getComputedStyle(node);
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const isCut =
        (hides(overflowX) && node.scrollWidth > node.clientWidth + 1) ||
        (hides(overflowY) && node.scrollHeight > node.clientHeight + 1);
      const hasText = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim());
      if (isCut && hasText) flaws.push(`cut off: “${node.textContent?.trim().slice(0, 40)}”`);
    }

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent || !isShown(parent) || isOutOfSight(parent) || parent.closest('svg, script, style, noscript'))
        continue;
      const content = text.textContent ?? '';
      for (const { 0: word, index } of content.matchAll(/[\p{L}\p{N}]+/gu)) {
        const written = content.slice(content.slice(0, index).search(/\S*$/)).match(/^\S*/)?.[0] ?? word;
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const [first, ...others] = [...range.getClientRects()].filter(({ width }) => width > 0);
        const cell = parent.closest('td, th')?.getBoundingClientRect();
        if (cell && first && (first.right > cell.right + 1 || first.left < cell.left - 1))
          flaws.push(`over the edge of its cell: “${word}”`);
        if (written.length > longestWord) continue;
        if (first && others.some(({ top }) => top > first.top + first.height / 2)) flaws.push(`broken: “${word}”`);
      }
    }

    const letters = Number.parseFloat(getComputedStyle(root).fontSize);
    for (const icon of document.querySelectorAll('svg[viewBox="0 0 24 24"]')) {
      const { height } = icon.getBoundingClientRect();
      if (!isShown(icon) || height >= letters - 1) continue;
      flaws.push(
        `an icon of ${height} pixels: “${icon.closest('a, button')?.textContent ?? icon.getAttribute('class')}”`,
      );
    }

    const isFramed = (node: Element) => {
      const { borderTopWidth, borderLeftWidth, borderRightWidth, borderBottomWidth } = getComputedStyle(node);
      return ![borderTopWidth, borderLeftWidth, borderRightWidth, borderBottomWidth].includes('0px');
    };
    for (const frame of document.querySelectorAll('main *')) {
      const [inner, another] = frame.children;
      if (
        inner &&
        !another &&
        isShown(frame) &&
        frame.querySelector('p, h1, h2, h3') &&
        isFramed(frame) &&
        isFramed(inner)
      )
        flaws.push(`a frame in a frame: “${frame.textContent?.trim().slice(0, 40)}”`);
    }

    /** What follows the window as one scrolls stands on what it passes. */
    const isAbove = (node: Element | null): boolean =>
      node !== null && (/fixed|sticky/.test(getComputedStyle(node).position) || isAbove(node.parentElement));
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, [role=button]')]
      .filter((node) => isShown(node) && !isOutOfSight(node) && !isAbove(node) && !node.closest('li[aria-hidden]'))
      .map((node) => ({ node, boxes: [...node.getClientRects()] }));
    const overlap = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
    for (const [place, one] of controls.entries()) {
      for (const other of controls.slice(place + 1)) {
        if (one.node.contains(other.node) || other.node.contains(one.node)) continue;
        // A button that belongs into a field, such as the one that shows a password.
        const field = one.node.closest('.mantine-Input-wrapper');
        if (field !== null && field === other.node.closest('.mantine-Input-wrapper')) continue;
        const name = (node: Element) => node.getAttribute('aria-label') ?? node.textContent?.trim() ?? node.tagName;
        if (one.boxes.some((box) => other.boxes.some((another) => overlap(box, another))))
          flaws.push(`on one another: “${name(one.node)}” and “${name(other.node)}”`);
      }
    }
    return flaws;
  }, longest);
}
