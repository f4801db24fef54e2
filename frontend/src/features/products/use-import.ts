import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { keptKeys, underKeyOf } from '../../lib/idempotency/intent-keys.ts';
import { bringFile, type ChosenFile, readChosen } from './bring-file.ts';
import { useProductsChanged } from './use-products-changed.ts';

/** A file is tried when it is chosen, and applied when somebody says so; each part by part, and no further once that is stopped. */
export function useImport() {
  const changed = useProductsChanged();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [progress, setProgress] = useState(0);
  const running = useRef(new AbortController());
  const [isStopping, setStopping] = useState(false);
  const begin = () => {
    running.current.abort();
    running.current = new AbortController();
    setStopping(false);
    return { signal: running.current.signal, onProgress: setProgress };
  };
  useEffect(() => () => running.current.abort(), []);

  const trial = useMutation({
    mutationFn: async (file: File) => {
      const how = begin();
      const read = await readChosen(file);
      setChosen(read);
      return bringFile(read, how);
    },
  });
  const applying = useMutation({
    mutationFn: async (file: ChosenFile) => {
      const how = begin();
      // The key lasts until all parts are answered: the same file after a reload of the page goes on.
      const bring = async (key: string) => {
        const answer = await bringFile(file, { ...how, key });
        if (file.applied.length < file.parts.length) throw new Stopped();
        return { ...answer, isWhole: true };
      };
      try {
        return await underKeyOf({ keys: keptKeys, name: 'import products', wish: file.wish }, bring);
      } catch (error) {
        if (error instanceof Stopped) return { isWhole: false };
        throw error;
      }
    },
    onSettled: () => changed(),
  });

  return {
    chosen,
    progress,
    trial,
    applying,
    choose(file: File | undefined) {
      if (!file) return;
      setChosen(undefined);
      applying.reset();
      trial.mutate(file);
    },
    apply: () => chosen && applying.mutate(chosen),
    /** The part that is under way is still waited for. */
    stop() {
      running.current.abort();
      setStopping(true);
    },
    isStopping,
  };
}

/** Somebody wants no more parts sent. */
class Stopped extends Error {
  override name = 'Stopped';
}
