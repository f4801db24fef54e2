import { Title } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect } from 'react';
import classes from './page-head.module.css';

type Props = {
  title: string;
  children?: ReactNode;
  aside?: ReactNode;
  /** For whoever moves the focus to the heading. */
  titleRef?: RefObject<HTMLHeadingElement | null>;
};

/** A page's heading, which is also the name of its browser tab. */
export function PageHead({ title, children, aside, titleRef }: Props) {
  useTitle(title);
  return (
    <header className={classes.head}>
      <div>
        <Title order={1} {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
          {title}
        </Title>
        {children && <p className={classes.lead}>{children}</p>}
      </div>
      {aside}
    </header>
  );
}

/** Undefined leaves the tab its name. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Inventory`;
  }, [title]);
}
