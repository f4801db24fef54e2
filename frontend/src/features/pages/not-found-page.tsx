import { Button, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { useTitle } from '../../components/layout/page-head.tsx';
import classes from './not-found-page.module.css';

export function NotFoundPage() {
  useTitle('Not found');
  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        This hook is empty
      </Title>
      <img src="/pictures/not-found.svg" alt="404: a pegboard with a tool missing" width={800} height={480} />
      <Button component={Link} to={pages.front}>
        Back to the shop
      </Button>
    </div>
  );
}
