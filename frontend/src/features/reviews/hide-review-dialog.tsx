import type { Review } from '../../../../modules/reviews/contract.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { HideReviewForm } from './hide-review-form.tsx';

type Props = {
  /** Undefined while none is to be hidden. */
  review: Review | undefined;
  close: () => void;
  onHidden: () => void;
};

export function HideReviewDialog({ review, close, onHidden }: Props) {
  return (
    <FormDialog title="Hide this review" isOpen={review !== undefined} close={close}>
      {(tellUnsaved) =>
        review && (
          <HideReviewForm
            key={review._id}
            review={review}
            tellUnsaved={tellUnsaved}
            close={close}
            onHidden={onHidden}
          />
        )
      }
    </FormDialog>
  );
}
