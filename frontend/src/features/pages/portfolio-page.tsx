import { PageHead } from '../../components/layout/page-head.tsx';
import { tableRoles } from '../../components/tables/table-roles.ts';
import classes from './portfolio-page.module.css';

const projects = [
  { name: 'The shelves', link: '/' },
  { name: 'Six interview answers', link: '/blogs/interview-answers' },
  { name: 'The API of this shop', link: '/api-docs' },
];

const links = (
  <ul className={classes.links}>
    {projects.map(({ name, link }) => (
      <li key={link}>
        <a href={link}>{name}</a>
      </li>
    ))}
  </ul>
);

/** Demo data: nobody is behind it. */
const rows = [
  { label: 'Name', value: 'Demo Maker' },
  { label: 'Email', value: 'maker@inventory.example' },
  { label: 'Education', value: 'A workshop, a library card and many evenings' },
  { label: 'Technologies', value: 'TypeScript, React, Mantine, Node.js, EventStoreDB, Redis, Socket.IO' },
  { label: 'Project links', value: links },
];

export function PortfolioPage() {
  const roles = tableRoles;
  return (
    <>
      <PageHead title="Portfolio">Demo data, as the maker of a shop like this might present themselves.</PageHead>
      <table {...roles.table} className={classes.table}>
        <tbody {...roles.group}>
          {rows.map(({ label, value }) => (
            <tr key={label} {...roles.row}>
              <th scope="row" {...roles.rowHeader}>
                {label}
              </th>
              <td {...roles.cell}>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
