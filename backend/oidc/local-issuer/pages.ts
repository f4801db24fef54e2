import { type Html, html } from './html.ts';

/** Where the pages' style is, below the issuer's own address. */
export const stylePath = '/issuer.css';

type Field = { readonly value: string; readonly wrong: string | undefined };
export type Fields = { readonly name: Field; readonly email: Field };

export const emptyFields: Fields = { name: { value: '', wrong: undefined }, email: { value: '', wrong: undefined } };

/** The form in which one says who one is. It works without scripts. */
export function signInPage(base: string, address: string, { name, email }: Fields): string {
  return page(
    base,
    'Sign in as anybody',
    html`
      <p>This page stands in for Google, which this shop has not set up. Nobody looks whether you are who you say you are,
        so any name and any email will do. That proves no email: one that has an account with a password stays closed.</p>
      <form method="post" action="${address}" novalidate>
        ${field('name', 'Name', 'text', 'name', name)}
        ${field('email', 'Email', 'email', 'email', email)}
        <button type="submit">Continue</button>
        <button type="submit" name="cancel" value="yes" class="quiet">Cancel</button>
      </form>`,
  );
}

/** For a sign-in that cannot go on: it is over, or was begun elsewhere. */
export function brokenOffPage(base: string): string {
  return page(
    base,
    'That did not work',
    html`
      <p role="alert">This sign-in is over, or it was begun in another browser.</p>
      <p><a href="/login">Back to the login</a></p>`,
  );
}

function field(name: string, label: string, type: string, autocomplete: string, { value, wrong }: Field): Html {
  const isWrong = wrong !== undefined;
  const state = isWrong ? html`aria-invalid="true" aria-describedby="${name}-wrong" autofocus` : html``;
  return html`
    <div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" dir="auto" value="${value}" ${state}>
      ${isWrong ? html`<p id="${name}-wrong" class="wrong">${wrong}</p>` : html``}
    </div>`;
}

function page(base: string, title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${base}${stylePath}">
    <title>${title} | Demo issuer</title>
  </head>
  <body>
    <header><p><span class="demo">Demo</span> Not Google: for trying this shop.</p></header>
    <main>
      <h1>${title}</h1>${content}
    </main>
  </body>
</html>
`.markup;
}
