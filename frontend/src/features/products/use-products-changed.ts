import { useQueryClient } from '@tanstack/react-query';

/** Has everything that shows products ask for them anew. */
export function useProductsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(['tools', 'tool'].map((of) => client.invalidateQueries({ queryKey: [of] })));
  };
}
