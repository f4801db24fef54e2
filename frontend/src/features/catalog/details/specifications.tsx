import { Title } from '@mantine/core';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import classes from './specifications.module.css';

/** What can be measured and compared, line by line; nothing where nobody has said any of it. */
export function Specifications({ of: tool }: { of: Pick<Tool, 'specifications'> }) {
  const { specifications = [] } = tool;
  if (specifications.length === 0) return null;
  return (
    <section aria-labelledby="specifications-title" className={classes.section}>
      <Title order={2} size="h3" id="specifications-title">
        Specifications
      </Title>
      <table className={classes.table}>
        <tbody>
          {specifications.map(({ name, value }, place) => (
            // Two may have one name.
            // biome-ignore lint/suspicious/noArrayIndexKey: they never move
            <tr key={place}>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td dir="auto">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
