import '../../components/dialog-styles.ts';
import { Modal } from '@mantine/core';
import type { Review } from '../../../../modules/reviews/contract.ts';
import { HideReviewForm } from './hide-review-form.tsx';

type Props = {
  /** Undefined while none is to be hidden. */
  review: Review | undefined;
  close: () => void;
  onHidden: () => void;
};

export function HideReviewDialog({ review, close, onHidden }: Props) {
  return (
    <Modal
      opened={review !== undefined}
      onClose={close}
      title="Hide this review"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {review && <HideReviewForm key={review._id} review={review} close={close} onHidden={onHidden} />}
    </Modal>
  );
}
