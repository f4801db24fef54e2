import { Title } from '@mantine/core';
import { type ReactNode, type RefObject, useId } from 'react';
import { Panel } from './panel.tsx';
import classes from './section-panel.module.css';

type Props = {
  title: string;
  children: ReactNode;
  /** Dialogs, say, which stand beside the panel. */
  beside?: ReactNode;
  /** For whoever moves the focus to the heading. */
  titleRef?: RefObject<HTMLHeadingElement | null>;
};

/** A part of a page on a panel of its own, with its heading. */
export function SectionPanel({ title, children, beside, titleRef }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Panel>
        <Title order={2} size="h3" id={id} {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
          {title}
        </Title>
        {children}
      </Panel>
      {beside}
    </section>
  );
}
