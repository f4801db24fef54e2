import { describe } from 'vitest';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { benchOf } from './contract/bench.ts';
import { commitContract } from './contract/commits.ts';
import { documentContract } from './contract/documents.ts';
import { historyContract } from './contract/histories.ts';
import { listContract } from './contract/lists.ts';
import { pageContract } from './contract/pages.ts';
import { scanningContract } from './contract/scanning.ts';

/**
 * What every adapter of the ReadModels port must do. Each call of `open` gives another connection to the same store,
 * which may hold what other tests left there.
 */
export function readModelsContract(name: string, open: () => Promise<ReadModels>): void {
  describe(`read models in ${name}`, () => {
    const bench = benchOf(open);
    describe('documents', () => documentContract(bench));
    describe('lists', () => listContract(bench));
    describe('pages', () => pageContract(bench));
    describe('all documents', () => scanningContract(bench));
    describe('commits', () => commitContract(bench));
    describe('any history', () => historyContract(bench));
  });
}
