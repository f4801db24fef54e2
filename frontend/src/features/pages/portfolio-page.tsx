import { Table } from '@mantine/core';
import { PageHead } from '../../components/page-head.tsx';
import classes from './portfolio-page.module.css';

/** Demo data: nobody is behind it. */
const rows = [
  ['Name', 'Demo Maker'],
  ['Email', 'maker@inventory.example'],
  ['Education', 'A workshop, a library card and many evenings'],
  ['Technologies', 'TypeScript, React, Mantine, Node.js, EventStoreDB, Redis, Socket.IO'],
] as const;

const projects = [
  { name: 'The shelves', link: '/' },
  { name: 'Six interview answers', link: '/blogs/interview-answers' },
  { name: 'The API of this shop', link: '/api-docs' },
];

export function PortfolioPage() {
  return (
    <>
      <PageHead title="Portfolio">Demo data, as the maker of a shop like this might present themselves.</PageHead>
      <Table variant="vertical" className={classes.table}>
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={180}>
                {label}
              </Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th scope="row">Project links</Table.Th>
            <Table.Td>
              <ul className={classes.links}>
                {projects.map(({ name, link }) => (
                  <li key={link}>
                    <a href={link}>{name}</a>
                  </li>
                ))}
              </ul>
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </>
  );
}
