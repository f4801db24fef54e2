import { Title } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useFocusAround } from '../../lib/focus/use-focus-around.ts';
import { useTitle } from '../layout/page-head.tsx';
import classes from './state-message.module.css';

type Props = {
  title: string;
  children?: ReactNode;
  picture?: string;
  /** For what has just gone wrong: read out at once. */
  announce?: boolean;
  /** In place of a whole page: then its title is the page's. */
  page?: boolean;
  /** For whoever moves the focus to the title. */
  titleRef?: RefObject<HTMLHeadingElement | null>;
};

/** Instead of content: nothing here yet, not found, not allowed, or failed. */
export function StateMessage({ title, children, picture, announce = false, page = false, titleRef }: Props) {
  useTitle(page ? title : undefined);
  const place = useFocusAround<HTMLDivElement>();
  return (
    <div ref={place} className={classes.message} role={announce ? 'alert' : undefined}>
      {picture && <img src={picture} alt="" width={240} height={180} />}
      <Title order={page ? 1 : 2} size="h3" {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
        {title}
      </Title>
      {children && <div className={classes.body}>{children}</div>}
    </div>
  );
}
