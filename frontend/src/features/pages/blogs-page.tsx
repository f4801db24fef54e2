import { generatePath, Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { PageHead } from '../../components/layout/page-head.tsx';
import { articles } from './articles.ts';
import classes from './blogs-page.module.css';

export function BlogsPage() {
  return (
    <>
      <PageHead title="Blogs">Notes from behind the counter.</PageHead>
      <ol className={classes.list}>
        {articles.map(({ slug, title, summary }) => (
          <li key={slug} className={classes.article}>
            <h2>
              <Link to={generatePath(pages.article, { slug })}>{title}</Link>
            </h2>
            <p>{summary}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
