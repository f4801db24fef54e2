import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Panel } from './panel.tsx';
import classes from './section-panel.module.css';

type Props = {
  title: string;
  children: ReactNode;
  /** Dialogs, say, which stand beside the panel. */
  beside?: ReactNode;
};

/** A part of a page on a panel of its own, with its heading. */
export function SectionPanel({ title, children, beside }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Panel>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {children}
      </Panel>
      {beside}
    </section>
  );
}
