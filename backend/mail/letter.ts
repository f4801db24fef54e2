import type { Mail } from '../../modules/kernel/mails.ts';
import { letterHtml, type Said } from './letter-html.ts';

/** A mail as it is sent: the same said twice, in plain text and in HTML. */
export type Letter = { readonly subject: string; readonly text: string; readonly html: string };

/** Makes a letter of what a module wrote. `origin` is where the shop is: https://shop.example */
export function letterOf({ subject, paragraphs, facts = [], action }: Mail, origin: string): Letter {
  const said: Said = {
    subject: oneLine(subject),
    paragraphs: paragraphs.map(oneLine),
    facts: facts.map(([label, value]) => [oneLine(label), oneLine(value)]),
    action: action && { label: oneLine(action.label), link: linkTo(action.path, origin) },
    why: 'You get this mail because of your account at this shop. Nobody reads what you answer to it.',
    home: linkTo('/', origin),
  };
  return { subject: said.subject, text: letterText(said), html: letterHtml(said) };
}

/** The address of a path of this site, and of no other. */
export function linkTo(path: string, origin: string): string {
  const link = new URL(path, origin);
  if (link.origin !== new URL(origin).origin) throw new RangeError('A mail leads to a path of this site only.');
  return link.href;
}

function letterText({ paragraphs, facts, action, why, home }: Said): string {
  const [first = '', ...rest] = paragraphs;
  const widest = Math.max(0, ...facts.map(([label]) => label.length));
  const table = facts.map(([label, value]) => `${`${label}:`.padEnd(widest + 2)}${value}`).join('\n');
  const pieces = [
    first,
    table,
    ...rest,
    action ? `${action.label}:\n${action.link}` : '',
    `-- \nInventory, ${home}\n${why}`,
  ];
  return `${pieces.filter((piece) => piece !== '').join('\n\n')}\n`;
}

/**
 * Without this, a name with line breaks in it would write paragraphs of its own, and one in a subject a header (header injection). Signs
 * that turn the direction of writing around go too, with which one text reads as another.
 */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
}
