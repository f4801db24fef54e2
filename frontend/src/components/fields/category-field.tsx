import { TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { ToolFacets } from '../../../../modules/catalog/search/contract.ts';
import { get } from '../../lib/api/api.ts';

/** The category of a tool: any text. Those that other tools are in are offered, so that one shelf is not called in two ways. */
export function CategoryField(props: TextInputProps) {
  const list = useId();
  const facets = useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => get<Pick<ToolFacets, 'categories'>>('/tool/facets', { signal }),
    staleTime: 60_000,
  });
  return (
    <>
      <TextInput label="Category" autoComplete="off" list={list} {...props} />
      <datalist id={list}>
        {facets.data?.categories.map(({ category }) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </>
  );
}
