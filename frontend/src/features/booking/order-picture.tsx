import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { get } from '../../lib/api/api.ts';
import { useShownPicture } from '../../lib/files/use-shown-picture.ts';
import { useIsNear } from '../../lib/lazy-loading/use-is-near.ts';
import classes from './order-picture.module.css';

/** What was ordered. Asked for once it comes near what is seen: there may be a thousand orders. */
export function OrderPicture({ toolId }: { toolId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  const { data } = useQuery({
    queryKey: ['order-picture', toolId],
    queryFn: async ({ signal }) => (await get<{ img: string }>(`/tool/${encodeURIComponent(toolId)}`, { signal })).img,
    enabled: isNear,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <div ref={place} className={classes.place}>
      {data !== undefined && <Shown img={data} />}
    </div>
  );
}

function Shown({ img }: { img: string }) {
  return <img {...useShownPicture(img, '80px')} alt="" width={80} height={80} loading="lazy" />;
}
