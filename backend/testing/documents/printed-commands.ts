/** A command as a page prints it, and what it says there. */
export type Printed = { readonly section: string; readonly command: string; readonly says: string };

const prompt = '$ npm run operator -- ';

/** The commands of operators in a page's blocks of code, in their order, each with what stands below it up to the next. */
export function commandsPrintedIn(page: string): Printed[] {
  const found: { section: string; command: string; says: string[] }[] = [];
  let section = '';
  let isCode = false;
  let isBelow = false;
  let indent = 0;
  for (const indented of page.split('\n')) {
    const fence = /^( *)```/.exec(indented);
    // In a list a block stands further in.
    const line = indented.slice(indent);
    if (fence) {
      isCode = !isCode;
      isBelow = false;
      indent = isCode ? (fence[1]?.length ?? 0) : 0;
    } else if (!isCode) section = /^#+ (.*)$/.exec(line)?.[1] ?? section;
    else if (line.startsWith('$ ')) {
      isBelow = line.startsWith(prompt);
      if (isBelow) found.push({ section, command: line.slice(prompt.length), says: [] });
    } else if (isBelow) found.at(-1)?.says.push(line);
  }
  return found.map(({ says, ...printed }) => ({ ...printed, says: says.join('\n') }));
}

/** What is another in each shop stands for itself. */
const others: readonly [is: RegExp, kind: string][] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d\b/g, '<day>'],
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '<id>'],
  [/\b[\da-f]{40,}\b/g, '<hash>'],
  [/(?<=\border )[\dA-F]{8}-[\dA-F]{4}\b/g, '<id>'],
  [/(?<![\w.$])\d+(,\d{3})*(?!\w|[.,]\d)/g, '<count>'],
  [/(?<=<count> )(event|seal|key|document|difference)s?\b/g, '<$1s>'],
  [/\b(is|are)(?= not sealed yet)/g, '<are>'],
];

/** What a command says, without what is another in each shop: ids, times, counts. Amounts, names and versions of read models stay. */
export const shapeOf = (text: string) =>
  others.reduce((shape, [is, kind]) => shape.replaceAll(is, kind), text.trimEnd());
