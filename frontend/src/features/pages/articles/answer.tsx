import { Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

type Props = { question: string; children: ReactNode; code?: string };

export function Answer({ question, children, code }: Props) {
  return (
    <section>
      <Title order={2} size="h3">
        {question}
      </Title>
      {children}
      {code && (
        <pre>
          <code>
            {piecesOf(code).map((piece, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never move
              <Fragment key={place}>
                {place > 0 && <wbr />}
                {piece}
              </Fragment>
            ))}
          </code>
        </pre>
      )}
    </section>
  );
}

/** Begins a piece at each call of a method: on a phone a line goes on there, and not in the middle of a name. */
const piecesOf = (code: string) => code.split(/(?=\.\w+\()/);
