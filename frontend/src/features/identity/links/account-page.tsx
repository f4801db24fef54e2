import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTitle } from '../../../components/layout/page-head.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from '../signing-in/identity-page.module.css';

type Props = { title: string; children: ReactNode; other: ReactNode };

/** A small page about one's account, for whoever may not be signed in. */
export function AccountPage({ title, children, other }: Props) {
  useTitle(title);
  return (
    <Panel narrow>
      <Title order={1} size="h2" mb="lg">
        {title}
      </Title>
      {children}
      <p className={classes.other}>{other}</p>
    </Panel>
  );
}
