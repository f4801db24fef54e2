import { Refusal, Unavailable } from '../../../modules/kernel/errors.ts';
import type { PageName } from '../../../modules/kernel/wire/page-addresses.ts';

/** Stands in the built page where the nonce of an answer goes (frontend/index.html). */
const nonceMark = '__NONCE__';

/** What the server knows of a page before the browser asks for it. */
export type KnownFirst = {
  /** Those that hold of what the drawings tell apart. */
  readonly facts: readonly string[];
  /** For what stands between braces in them. */
  readonly texts: Texts;
  /** What the page's code would ask for at once: it finds it in the page. */
  readonly data: unknown;
};

/** Undefined where the page begins otherwise than drawn. */
export type KnowFirst = (name: PageName, pathname: string) => Promise<KnownFirst | undefined>;

/**
 * What stands in a tool's page is as a GET would say it: it waits for what other processes have acknowledged, and where that is not
 * shown in time the page begins with the bar. No other page says what changes. Nor is a page refused for what cannot be known: it asks for
 * itself what is wrong then.
 * @param whenFresh see Serving
 * @param faulty hears of what is no refusal, but a fault
 */
export function freshFirst(
  know: KnowFirst,
  whenFresh: (isChange: boolean) => Promise<boolean | undefined> | undefined,
  faulty: (reason: unknown) => void,
): KnowFirst {
  return async (name, pathname) => {
    try {
      const fresh = name === 'tool' ? whenFresh(false) : undefined;
      return fresh && (await fresh) === false ? undefined : await know(name, pathname);
    } catch (reason) {
      if (!(reason instanceof Refusal || reason instanceof Unavailable)) faulty(reason);
      return undefined;
    }
  };
}

/**
 * Nothing is painted before the block after the screens has come: half a bar stands elsewhere than a whole one. Browsers that
 * do not know it paint what they have. https://html.spec.whatwg.org/multipage/links.html#link-type-expect
 */
const whole = '<link rel="expect" href="#known" blocking="render">';

type Screen = {
  readonly for?: string;
  readonly asks: readonly string[];
  readonly drawings: Readonly<Record<string, string>>;
};

/** As the build writes them (frontend/build/first-screens.ts). */
type Built = Readonly<Record<string, { readonly styles: readonly string[]; readonly screens: readonly Screen[] }>>;

type Texts = Readonly<Record<string, string>>;

/** Undefined where there is no drawing of what is known. */
type Filled = (known: KnownFirst, nonce: string) => string | undefined;

/**
 * The pages that have a first screen, by their names: text that was read when the shop began, with what is known between.
 * Nothing of whoever asks is in them.
 * @param plain the built page, in which the bar stands until the shop's code has come
 * @param screens what the build has drawn
 */
export function pagesWithScreens(plain: string, screens: string): ReadonlyMap<string, Filled> {
  const [, head = '', opened = '', bar = '', closed] =
    /^(.*)(<\/head>.*<div id="root">)(.*)<\/div>(\s*<noscript>.*)$/s.exec(plain) ?? [];
  if (closed === undefined) return new Map();
  return new Map(
    Object.entries<Built[string]>(JSON.parse(screens)).map(([name, { styles, screens: ofPage }]) => {
      const links = styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`);
      // Where nothing is drawn for whoever is signed in, they are shown the bar.
      const isForOthers = ofPage.every((screen) => screen.for === 'signed-out');
      const own = isForOthers ? bar.replace('class="opening"', 'class="opening" data-for="signed-in"') : bar;
      const before = withBraces(head + links.join('') + whole + opened + own);
      const drawn = ofPage.map(({ asks, drawings }) => ({ asks, ways: new Map(Object.entries(drawings).map(parsed)) }));
      const after = withBraces(closed);
      const filled: Filled = ({ facts, texts, data }, nonce) => {
        const ways = drawn.map(({ asks, ways }) => ways.get(asks.filter((fact) => facts.includes(fact)).join(' ')));
        if (ways.some((way) => way === undefined)) return undefined;
        const said = { ...texts, nonce };
        const main = ways.map((way) => way?.(said)).join('');
        return `${before(said)}${main}</div>${asBlock(data)}${after(said)}`;
      };
      return [name, filled];
    }),
  );
}

function parsed([facts, html]: [string, string]): [string, (texts: Texts) => string] {
  return [facts, withBraces(html)];
}

/** The texts that stand between braces in it, put in: as text, whatever they say. */
function withBraces(html: string): (texts: Texts) => string {
  const parts = html.replaceAll(nonceMark, '{{nonce}}').split(/\{\{(\w+)\}\}/);
  return (texts) => parts.map((part, at) => (at % 2 === 0 ? part : escaped(texts[part] ?? ''))).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** No script: nothing runs of it, so that the pages' policy does not ask after it. What is in it does not end it. */
function asBlock(data: unknown): string {
  return `<script type="application/json" id="known">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}
