import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type LinkPurpose, linkPurposes } from '../../../../../modules/identity/contract.ts';

/** What was mailed: what it opens, and what it is for. */
export type MailedLink = { readonly token: string; readonly purpose: LinkPurpose };

/**
 * The link that the page was opened with; undefined for none. It stands behind the # of the address, which no server or other
 * site is told, and is taken out of it at once: nobody finds it in the history, or reads it over one's shoulder.
 */
export function useMailedLink(): MailedLink | undefined {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(() => linkIn(hash));
  useEffect(() => {
    if (hash === '') return;
    setLink(linkIn(hash));
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return link;
}

function linkIn(hash: string): MailedLink | undefined {
  const token = hash.slice(1);
  const purpose = linkPurposes.find((known) => token.startsWith(`${known}.`));
  return purpose && { token, purpose };
}
