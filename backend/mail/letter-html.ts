/** What a letter says, each piece in one line. */
export type Said = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly action: { readonly label: string; readonly link: string } | undefined;
  /** Why one gets it, at its end. */
  readonly why: string;
  /** The shop's own address. */
  readonly home: string;
};

const font = "'Segoe UI', 'Avenir Next', Seravek, Roboto, Helvetica, Arial, sans-serif";
const light = {
  sand: '#f8f1e5',
  paper: '#ffffff',
  ink: '#0b2027',
  faint: '#4a5a60',
  line: '#e8dcc6',
  orange: '#f26b1d',
};
const dark = {
  sand: '#0b2027',
  paper: '#12343b',
  ink: '#f4e9d8',
  faint: '#b3c1c6',
  line: '#24505a',
  orange: '#ff8a3d',
};

/** Clients without style elements show the light look, which stands in the attributes. */
const darkLook = `@media (prefers-color-scheme: dark) {
.sand { background: ${dark.sand} !important; }
.paper { background: ${dark.paper} !important; border-color: ${dark.line} !important; border-top-color: ${dark.orange} !important; }
.ink { color: ${dark.ink} !important; }
.faint, .faint a { color: ${dark.faint} !important; }
.line { border-color: ${dark.line} !important; }
.button { background: ${dark.orange} !important; }
}`;

/** The letter in HTML, in the shop's look, light or dark; nothing in it is fetched from anywhere. */
export function letterHtml({ subject, paragraphs, facts, action, why, home }: Said): string {
  const [first = '', ...rest] = paragraphs;
  const paragraph = (text: string) =>
    `<p class="ink" style="margin:0 0 16px;color:${light.ink};font:16px/1.5 ${font};">${escaped(text)}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${darkLook}</style>
</head>
<body class="sand" style="margin:0;padding:0;background:${light.sand};">
<div class="sand" style="padding:24px 12px;background:${light.sand};">
<div style="max-width:560px;margin:0 auto;">
<p class="ink" style="margin:0 0 12px;color:${light.ink};font:700 20px/1.2 ${font};letter-spacing:.02em;">Inventory</p>
<div class="paper" style="padding:24px;background:${light.paper};border:1px solid ${light.line};border-top:4px solid ${light.orange};border-radius:6px;">
<h1 class="ink" style="margin:0 0 16px;color:${light.ink};font:700 22px/1.3 ${font};overflow-wrap:anywhere;">${escaped(subject)}</h1>
${paragraph(first)}
${factsHtml(facts)}${rest.map(paragraph).join('\n')}
${action ? actionHtml(action) : ''}
</div>
<p class="faint" style="margin:16px 0 0;color:${light.faint};font:13px/1.5 ${font};"><a href="${escaped(home)}" style="color:${light.faint};">Inventory</a>. ${escaped(why)}</p>
</div>
</div>
</body>
</html>
`;
}

function factsHtml(facts: Said['facts']): string {
  if (facts.length === 0) return '';
  const cell = `padding:8px 0;border-top:1px solid ${light.line};font:15px/1.4 ${font};vertical-align:top;`;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="faint line" style="${cell}padding-right:16px;color:${light.faint};white-space:nowrap;">${escaped(label)}</td>` +
      `<td class="ink line" style="${cell}color:${light.ink};overflow-wrap:anywhere;">${escaped(value)}</td></tr>`,
  );
  return `<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse;">${rows.join('')}</table>\n`;
}

/** The address stands below the button, for whoever wants to see where it leads. */
function actionHtml({ label, link }: NonNullable<Said['action']>): string {
  return `<p style="margin:24px 0 12px;"><a class="button" href="${escaped(link)}" style="display:inline-block;padding:12px 20px;background:${light.orange};color:${light.ink};font:700 16px/1.2 ${font};text-decoration:none;border-radius:6px;">${escaped(label)}</a></p>
<p class="faint" style="margin:0;color:${light.faint};font:13px/1.5 ${font};overflow-wrap:anywhere;">${escaped(link)}</p>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
