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
            {piecesOf(code).map(({ at, text }) => (
              <Fragment key={at}>
                {at > 0 && <wbr />}
                {text}
              </Fragment>
            ))}
          </code>
        </pre>
      )}
    </section>
  );
}

/** Begins a piece at each call of a method: on a phone a line goes on there, and not in the middle of a name. */
function piecesOf(code: string): { at: number; text: string }[] {
  let next = 0;
  return code.split(/(?=\.\w+\()/).map((text) => {
    const at = next;
    next += text.length;
    return { at, text };
  });
}
