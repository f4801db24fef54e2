import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

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
          <code>{code}</code>
        </pre>
      )}
    </section>
  );
}
