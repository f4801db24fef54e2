import { useParams } from 'react-router-dom';
import { PageHead } from '../../components/layout/page-head.tsx';
import classes from './article-page.module.css';
import { articles } from './articles.ts';
import { NotFoundPage } from './not-found-page.tsx';

export function ArticlePage() {
  const { slug } = useParams();
  const article = articles.find((one) => one.slug === slug);
  if (!article) return <NotFoundPage />;
  const { title, summary, Body } = article;
  return (
    <article className={classes.article}>
      <PageHead title={title}>{summary}</PageHead>
      <Body />
    </article>
  );
}
