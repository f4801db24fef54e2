import { generatePath } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';

/** The page of somebody, for admins. */
export const personAddress = (email: string) => generatePath(pages.person, { email });
