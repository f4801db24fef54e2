import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type Flags } from 'lighthouse';
import { atProcessorTime } from '../pages/processor-time.ts';
import { categories, type Run, type Scores } from './lighthouse-goals.ts';

const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** Chromium recorded no trace, or not all of it: it happens to one run and not to the next, and says nothing of the page. */
export class NotMeasured extends Error {
  override readonly name = 'NotMeasured';
}

type Flow = { readonly port: number; readonly isAtProcessorTime: boolean };

/**
 * Scores from 0 to 100. Lighthouse's settings are its own: a slow phone on a slow network. What the browser's storage holds
 * stays.
 * @throws NotMeasured when it should be tried again
 */
export async function lighthouseRun(address: string, { port, isAtProcessorTime }: Flow): Promise<Run> {
  const flags: Flags = { port, logLevel: 'error', disableStorageReset: true, onlyCategories: [...categories] };
  const result = isAtProcessorTime ? await byProcessorTime(address, flags) : await lighthouse(address, flags);
  if (!result) throw new NotMeasured('no result');
  const { runtimeError, finalDisplayedUrl, audits, categories: found } = result.lhr;
  if (runtimeError) throw new NotMeasured(`${runtimeError.code}, ${runtimeError.message}`);
  if (finalDisplayedUrl !== address) throw new Error(`${address} led to ${finalDisplayedUrl}.`);
  const scoreOf = (category: keyof Scores) => {
    const score = found[category]?.score;
    // It has none where one of its audits could not be made.
    if (typeof score !== 'number') throw new NotMeasured(`no score for ${category}`);
    return Math.round(score * 100);
  };
  const times = timings.map((id) => `${audits[id]?.title} ${audits[id]?.displayValue}`);
  const lost = Object.values(audits).filter((audit) => audit.score === 0);
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    paintMs: Math.round(audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY),
    blockedMs: Math.round(audits['total-blocking-time']?.numericValue ?? Number.POSITIVE_INFINITY),
    summary: [...times, ...lost.map(({ title }) => title)].join('; '),
  };
}

/** Records first, and judges what was recorded once its tasks are as long as the work that they were. */
async function byProcessorTime(address: string, flags: Flags) {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  try {
    await lighthouse(address, { ...flags, gatherMode: folder });
    const file = join(folder, 'trace.json');
    const trace = await readFile(file, 'utf8').then(JSON.parse, () => {
      throw new NotMeasured('no trace');
    });
    atProcessorTime(trace.traceEvents);
    await writeFile(file, JSON.stringify(trace));
    return await lighthouse(address, { ...flags, auditMode: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
