import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Review } from '../../../../modules/reviews/contract.ts';
import { useCode } from '../../lib/lazy-loading/use-code.ts';

type Props = {
  review: Review;
  /** The button is gone with this. */
  onHidden: () => void;
};

/** For an admin, below a review: hides it after asking why. The dialog's code comes when somebody wants it. */
export function HideReview({ review, onHidden }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [Dialog, fetchDialog] = useCode(async () => (await import('./hide-review-dialog.tsx')).HideReviewDialog);
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        aria-label={`Hide the review “${review.review}”`}
        onClick={() => {
          fetchDialog();
          setOpen(true);
        }}
      >
        Hide
      </Button>
      {Dialog && <Dialog review={isOpen ? review : undefined} close={() => setOpen(false)} onHidden={onHidden} />}
    </>
  );
}
