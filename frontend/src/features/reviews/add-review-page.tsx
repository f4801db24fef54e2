import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { generatePath, Link, useSearchParams } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { FormColumn } from '../../components/layout/form-column.tsx';
import { PageHead } from '../../components/layout/page-head.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { get } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useKeptFocus } from '../../lib/focus/use-kept-focus.ts';
import { adminQuery } from '../../lib/queries/admin-query.ts';
import { useSession } from '../../lib/session/use-session.ts';
import classes from './add-review-page.module.css';
import { EverybodysReviews } from './everybodys-reviews.tsx';
import { OwnReviews } from './own-reviews.tsx';
import { ReviewForm } from './review-form.tsx';
import { ownToolReviewQuery } from './tool-reviews-queries.ts';

type Bought = { readonly toolId: string; readonly name: string };

/** A review of the shop or of a tool: one of `bought`, or the one that the address names, which anybody may review. */
export function AddReviewPage({ bought }: { bought: readonly Bought[] }) {
  const email = useSession()?.email ?? '';
  const [asked, setAsked] = useSearchParams();
  const toolId = asked.get('tool') || undefined;
  const known = bought.find((one) => one.toolId === toolId);
  const named = useQuery({
    queryKey: ['reviewed-tool', toolId],
    queryFn: ({ signal }) => get<{ name: string }>(`/tool/${encodeURIComponent(toolId ?? '')}`, { signal }),
    enabled: toolId !== undefined && known === undefined,
  });
  const own = useQuery({ ...ownToolReviewQuery(email, toolId ?? ''), enabled: toolId !== undefined });
  const isAdmin = useQuery(adminQuery(email)).data?.admin === true;
  const isUnknown = !known && named.error instanceof ApiError && named.error.status === 404;
  const name = known?.name ?? named.data?.name;
  const other = { toolId: toolId ?? '', name: isUnknown ? 'A tool that there is not' : (name ?? 'A tool') };
  const choices = known || toolId === undefined ? bought : [other, ...bought];
  const isAsking = toolId !== undefined && (own.isPending || (!known && named.isLoading));
  const before = toolId === undefined ? undefined : own.data;
  // With the review that was added the form goes, and the button that was pressed.
  const place = useKeptFocus<HTMLDivElement>(!before);

  return (
    <FormColumn>
      <PageHead title="Add a Review">
        {toolId === undefined
          ? 'With your name, on the home page, as long as it is among the newest.'
          : 'With your name, on the page of the tool; the newest are on the home page too.'}
      </PageHead>
      <Panel>
        <div className={classes.form}>
          <NativeSelect
            label="What it is about"
            description="The shop, or a tool that you bought here"
            value={toolId ?? ''}
            onChange={({ currentTarget: { value } }) => setAsked(value ? { tool: value } : {}, { replace: true })}
            data={[{ value: '', label: 'The shop' }, ...choices.map((one) => ({ value: one.toolId, label: one.name }))]}
          />
          {isAsking && <LoadingRows label="Loading your review" rows={2} />}
          {isUnknown && (
            <p role="alert" className={classes.before}>
              There is no such tool. Choose one that you bought here, or the shop.
            </p>
          )}
          <div ref={place} tabIndex={-1}>
            {before && toolId && (
              <p className={classes.before}>
                You have reviewed this tool already. Each person has one review of a tool, and it stays as it was
                written. <Link to={generatePath(pages.tool, { id: toolId })}>See the tool</Link>
              </p>
            )}
            {/* Kept while another tool is chosen, with what was typed. */}
            <div hidden={isAsking || isUnknown || Boolean(before)}>
              <ReviewForm toolId={toolId} toolName={name ?? 'the tool'} isBought={known !== undefined} />
            </div>
          </div>
        </div>
      </Panel>
      <OwnReviews email={email} />
      {isAdmin && <EverybodysReviews email={email} />}
    </FormColumn>
  );
}
