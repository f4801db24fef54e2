import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { type Link, link } from '../links/link.ts';
import { LinkExpired, LinkNotGood, LinkUsedBefore } from '../links/link-refusals.ts';
import { linkRequested, linkUsed } from '../testing/examples.ts';
import { requestLink, useLink } from './use-link.ts';

const ask = (state: Link) => requestLink({ type: 'RequestLink', ...linkRequested().data }, state);
const use =
  (at = '2026-01-02T03:04:05.000Z', purpose: 'recover' | 'prove' = 'recover') =>
  (state: Link) =>
    useLink({ type: 'UseLink', purposes: [purpose], at }, state);

describe('a mailed link', () => {
  it('is asked for once', () => {
    given(link).when(ask).then(linkRequested());
    given(link, linkRequested()).when(ask).thenNothing();
    given(link, linkRequested(), linkUsed()).when(ask).thenNothing();
  });

  it('is used once', () => {
    given(link, linkRequested()).when(use()).then(linkUsed());
    given(link, linkRequested(), linkUsed())
      .when(use())
      .thenThrows(LinkUsedBefore, /ask for a new one/);
  });

  it('is good for half an hour, to the millisecond', () => {
    given(link, linkRequested()).when(use('2026-01-02T03:34:04.999Z')).then(linkUsed());
    given(link, linkRequested())
      .when(use('2026-01-02T03:34:05.000Z'))
      .thenThrows(LinkExpired, /30 minutes/);
  });

  it('opens nothing but what it was made for', () => {
    given(link).when(use()).thenThrows(LinkNotGood);
    given(link, linkRequested({ purpose: 'change-email' }))
      .when(use())
      .thenThrows(LinkNotGood);
    given(link, linkRequested()).when(use(undefined, 'prove')).thenThrows(LinkNotGood);
  });
});
