import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { HistorySteps } from '../../../../modules/audit/contract.ts';
import { isPosition } from '../../../../modules/kernel/wire/log-position.ts';
import { isRefused } from '../../lib/api/api-error.ts';
import { isBeingIndexed } from './being-indexed.ts';
import { stepsQuery } from './history-queries.ts';
import { besideStep, besideWindow } from './steps-beside.ts';

/** Browsers take so many changes of the address, and no more: one that is dragged through changes it when it rests. In ms. */
const restMs = 250;

/**
 * The steps around where the address says one is (`at`, a position or a time; now, without it), and the ways to others. Those
 * at hand are gone through without asking for anything.
 */
export function useSteps(email: string, of: string) {
  const [params, setParams] = useSearchParams();
  const at = params.get('at') ?? undefined;
  /** Around what the steps at hand were asked for. */
  const [anchor, setAnchor] = useState(at);
  const answer = useQuery({ ...stepsQuery(email, of, anchor), placeholderData: keepPreviousData });
  const { data } = answer;
  const window = data === undefined || isBeingIndexed(data) || isRefused(answer.error) ? undefined : data.body;
  if (at !== anchor && !window?.steps.some(({ position }) => position === at)) setAnchor(at);

  /** Where one has just stepped, until the address says so; `from` is what it says meanwhile. */
  const [picked, setPicked] = useState<{ position: string; from: string | undefined }>();
  // Once it does the step is over: whoever comes back to where it was taken from takes it no more.
  if (picked !== undefined && picked.from !== at) setPicked(undefined);
  const isPicked = picked !== undefined && picked.from === at;
  useEffect(() => {
    if (!isPicked) return;
    const timer = setTimeout(() => setParams({ at: picked.position }, { replace: true }), restMs);
    return () => clearTimeout(timer);
  }, [isPicked, picked, setParams]);

  const asked = answer.isPlaceholderData || at !== anchor ? at : window?.asOf.position;
  const position = isPicked ? picked.position : asked;
  const index = window && indexAt(window, position);
  /** One has gone further than the steps at hand, and those there have not come yet. */
  const isBeyond = answer.isPlaceholderData && !window?.steps.some((step) => step.position === position);
  return {
    answer,
    window,
    at: isPicked ? picked.position : at,
    index,
    beside: window && index !== undefined && (isBeyond ? besideWindow(window, at) : besideStep(window, index)),
    /** Steps to one of those at hand. */
    pick: (index: number) => {
      const step = window?.steps[index];
      if (step) setPicked({ position: step.position, from: at });
    },
    /** Goes to any position or time; to now, when left out. A step that waits for the hand to rest is not taken any more. */
    go: (to?: string) => {
      setPicked(undefined);
      setParams(to === undefined ? {} : { at: to });
    },
  };
}

/** The step that was the last at a position; the last of all without one. */
function indexAt({ steps }: HistorySteps, position: string | undefined): number {
  if (position === undefined || !isPosition(position)) return steps.length - 1;
  const later = steps.findIndex((step) => BigInt(step.position) > BigInt(position));
  return later < 0 ? steps.length - 1 : Math.max(0, later - 1);
}
