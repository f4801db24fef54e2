import type { ReactNode } from 'react';
import { CountingStock } from './articles/counting-stock.tsx';
import { InterviewAnswers } from './articles/interview-answers.tsx';
import { WhatAnOrderRemembers } from './articles/what-an-order-remembers.tsx';

export type Article = { slug: string; title: string; summary: string; Body: () => ReactNode };

export const articles: Article[] = [
  {
    slug: 'interview-answers',
    title: 'Six questions from a front-end interview',
    summary: 'Performance, state, prototypes, searching an array and unit tests, answered in plain words.',
    Body: InterviewAnswers,
  },
  {
    slug: 'counting-stock',
    title: 'How the shelf counts itself',
    summary: 'Why two people can never buy the same last hammer.',
    Body: CountingStock,
  },
  {
    slug: 'what-an-order-remembers',
    title: 'What an order remembers',
    summary: 'A shop that keeps what happened, instead of only how things ended.',
    Body: WhatAnOrderRemembers,
  },
];
