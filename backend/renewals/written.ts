import { z } from 'zod';
import type { Renewal } from '../../modules/identity/sessions/renewal.ts';

const renewal = z.object({
  settled: z.number(),
  recent: z.array(z.tuple([z.number(), z.number()])),
  actedAt: z.number().optional(),
});

/** A renewal as a store has it; what is none, as from another release, is as good as nothing. */
export function written(text: unknown): Renewal | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const { actedAt, ...kept } = renewal.parse(JSON.parse(text));
    return { ...kept, ...(actedAt !== undefined && { actedAt }) };
  } catch {
    return undefined;
  }
}
