import { expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { refundAttempted, refundChanged } from '../testing/examples.ts';
import { openQuestions } from './open-questions.ts';

const times = { asked: '2026-01-02T03:04:05.000Z', answered: '2026-01-02T04:04:05.000Z' };
const pending = stored(refundChanged({ state: 'pending' }), { time: times.answered, position: 2n });

it('a refund is asked after since it was asked for, and one of the dashboard’s since it is known of', async () => {
  const readModels = new InMemoryReadModels();
  const question = async () => (await viewOf(readModels, openQuestions).get('refund r1'))?.at;
  readModels.follow([openQuestions], [stored(refundAttempted(), { time: times.asked })]);
  readModels.follow([openQuestions], [pending]);
  expect(await question()).toBe(times.asked);
  readModels.follow([openQuestions], [stored(refundChanged(), { position: 3n })]);
  expect(await question()).toBeUndefined();
  readModels.follow([openQuestions], [{ ...pending, position: 4n }]);
  expect(await question()).toBe(times.answered);
});
