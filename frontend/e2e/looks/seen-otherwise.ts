import type { Page } from 'playwright-core';
import { asOften } from '../../../backend/testing/as-often.ts';

/** What moves for longer than an instant though the system is told that nothing should, each with how long, in ms. */
export function movingOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const longestMs = 10;
    const ms = (times: string) =>
      Math.max(...times.split(', ').map((time) => Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1000)));
    const moving = new Set<string>();
    for (const node of document.querySelectorAll('body, body *')) {
      for (const part of [null, '::before', '::after']) {
        const style = getComputedStyle(node, part);
        if (part !== null && style.content === 'none') continue;
        const passing = ms(style.transitionDuration) + Math.max(0, ms(style.transitionDelay));
        const playing = style.animationName === 'none' ? 0 : ms(style.animationDuration);
        if (Math.max(passing, playing) > longestMs && style.transitionProperty !== 'none')
          moving.add(`${node.tagName} ${node.getAttribute('class')} ${part ?? ''}: ${Math.max(passing, playing)} ms`);
      }
    }
    return [...moving];
  });
}

/**
 * What cannot be told apart where the system draws with its own few colours (Windows' contrast themes): a button or field
 * that is shaped by its ground alone, what is chosen among others by its ground alone, and what can be pressed no more.
 */
export async function lostInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const lost = await page.evaluate(() => {
    const edges = ({
      borderTopStyle: top,
      borderBottomStyle: bottom,
      borderTopWidth,
      borderBottomWidth,
    }: CSSStyleDeclaration) => [
      top !== 'none' && Number.parseFloat(borderTopWidth) > 0,
      bottom !== 'none' && Number.parseFloat(borderBottomWidth) > 0,
    ];
    const shape = (node: Element) => {
      const style = getComputedStyle(node);
      const { borderStyle, borderWidth, fontWeight, textDecorationLine, outlineStyle, boxShadow } = style;
      const before = getComputedStyle(node, '::before');
      return [
        borderStyle,
        borderWidth,
        fontWeight,
        textDecorationLine,
        outlineStyle,
        boxShadow,
        before.content,
        style.forcedColorAdjust,
      ].join();
    };
    /** A link of the router has a class more where it leads to the page that one is on. */
    const kind = ({ classList }: Element) => [...classList].filter((name) => name !== 'active').join();
    const nameOf = (node: Element) =>
      `${node.tagName} “${(node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 40)}”`;
    const found = new Set<string>();
    for (const node of document.querySelectorAll('.mantine-Button-root, input, select, textarea')) {
      if (
        !node.checkVisibility() ||
        node.matches('[type=hidden], [type=checkbox], [type=radio], [type=file], [type=range]')
      )
        continue;
      const isBare = node.matches('[data-variant=subtle], [data-variant=transparent]');
      const around = [node, node.parentElement, node.parentElement?.parentElement].filter((one) => one != null);
      if (!isBare && around.every((one) => edges(getComputedStyle(one)).includes(false)))
        found.add(`no edge: ${nameOf(node)}`);
    }
    for (const node of document.querySelectorAll(
      '[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]',
    )) {
      const others = [
        ...(node.closest('ul, ol, nav, [role=tablist], fieldset')?.querySelectorAll(node.tagName) ?? []),
      ].filter(
        (other) =>
          !other.matches('[aria-current], [aria-pressed=true], [aria-selected=true]') && other.checkVisibility(),
      );
      if (node.checkVisibility() && others.some((other) => kind(other) === kind(node) && shape(other) === shape(node)))
        found.add(`not told from others: ${nameOf(node)}`);
    }
    const gray = document.createElement('span');
    gray.style.color = 'GrayText';
    document.body.append(gray);
    const { color: colourOfDisabled } = getComputedStyle(gray);
    for (const node of document.querySelectorAll('[aria-disabled=true]')) {
      if (node.checkVisibility() && getComputedStyle(node).color !== colourOfDisabled)
        found.add(`looks enabled: ${nameOf(node)}`);
    }
    gray.remove();
    const { backgroundColor: ground } = getComputedStyle(document.body);
    for (const node of document.querySelectorAll('main li *, main dl *')) {
      const { content, borderRadius, borderTopStyle, outlineStyle, backgroundColor } = getComputedStyle(
        node,
        '::before',
      );
      const isDot = content === '""' && borderRadius === '50%' && node.checkVisibility();
      if (isDot && borderTopStyle === 'none' && outlineStyle === 'none' && backgroundColor === ground)
        found.add(`a dot of its ground: ${nameOf(node)}`);
    }
    return [...found];
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return lost;
}

/**
 * What the Tab key comes to without showing it: so many steps from the beginning of the page, and as many back from its end. By
 * `npm run test:thorough` that is all of any page.
 */
export async function unseenFocusOn(page: Page, most = asOften(12, 150)): Promise<string[]> {
  const seen = new Set<string>();
  const unseen = new Set<string>();
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.getSelection()?.removeAllRanges();
    window.scrollTo(0, 0);
  });
  await goThrough(page, { key: 'Tab', most, seen, unseen });
  const behind = await page.evaluateHandle(() => {
    const last = document.body.appendChild(document.createElement('button'));
    last.focus();
    return last;
  });
  await goThrough(page, { key: 'Shift+Tab', most, seen, unseen });
  await behind.evaluate((last) => last.remove());
  if (seen.size === 0) throw new Error('The Tab key came to nothing.');
  return [...unseen];
}

type Going = { readonly key: string; readonly most: number; readonly seen: Set<string>; readonly unseen: Set<string> };

async function goThrough(page: Page, { key, most, seen, unseen }: Going): Promise<void> {
  for (let step = 0; step < most; step++) {
    await page.keyboard.press(key);
    const { place, flaw } = await page.evaluate(async () => {
      // Even what takes an instant takes a frame.
      for (const _ of ['this', 'next']) await new Promise(requestAnimationFrame);
      const node = document.activeElement;
      if (!node || node === document.body) return { place: '', flaw: '' };
      // And a transition begins only with the frame after its cause.
      await Promise.allSettled(node.getAnimations().map(({ finished }) => finished));
      const all = [...document.querySelectorAll('*')];
      // The box around a field, or the card that a link stands for, may show it in its place.
      const around: Element[] = [node];
      for (let one = node.parentElement; one && around.length < 5; one = one.parentElement) around.push(one);
      if (node.nextElementSibling) around.push(node.nextElementSibling);
      const isShown = around.some((one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
      // The button of a date that opens the calendar is the browser's own, which shows it.
      const isOnItsButton = node.matches('[type=date], [type=datetime-local]') && !node.matches(':focus-visible');
      const { width, height, bottom, top } = node.getBoundingClientRect();
      const isThere = width > 1 && height > 1 && bottom > 0 && top < window.innerHeight;
      const name = `${node.tagName} ${node.getAttribute('class')?.slice(0, 80)} “${(node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 40)}”`;
      return {
        place: `${all.indexOf(node)}`,
        flaw: (isShown || isOnItsButton) && isThere ? '' : `${isShown ? 'out of sight' : 'no outline'}: ${name}`,
      };
    });
    if (place === '' || seen.has(place)) break;
    seen.add(place);
    if (flaw) unseen.add(flaw);
  }
}
