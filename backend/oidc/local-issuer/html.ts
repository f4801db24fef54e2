/** Markup that may stand in a page as it is. */
export type Html = { readonly markup: string };

/** Template tag: makes markup, in which what is put in is text (escaped) unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const parts = strings.map((part, at) => part + (at < values.length ? written(values[at] ?? '') : ''));
  return { markup: parts.join('') };
}

function written(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return escaped(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
