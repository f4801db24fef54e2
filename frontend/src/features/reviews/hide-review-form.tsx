import type { Review } from '../../../../modules/reviews/contract.ts';
import { ReasonForm } from '../../components/forms/reason-form.tsx';
import { useHideReview } from './use-review-decision.ts';

type Props = { review: Review; tellUnsaved: (isUnsaved: boolean) => void; close: () => void; onHidden: () => void };

/** Asks why: whoever wrote it reads that. */
export function HideReviewForm({
  review: { _id: reviewId, review, name, bought },
  tellUnsaved,
  close,
  onHidden,
}: Props) {
  const hide = useHideReview(() => {
    close();
    onHidden();
  });
  return (
    <ReasonForm
      about={`hiding ${reviewId}`}
      description="Whoever wrote it reads this"
      doIt="Hide the review"
      leaveIt="Leave it"
      tellUnsaved={tellUnsaved}
      close={close}
      attempt={hide}
      send={(reason, told) => hide.mutate({ reviewId, reason }, told)}
    >
      “<bdi dir="auto">{review}</bdi>” by <bdi dir="auto">{name}</bdi> will be shown to nobody but its writer and admins
      {bought && ', and its stars no longer count'}. You can show it again.
    </ReasonForm>
  );
}
