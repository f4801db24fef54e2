import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { generatePath, Link, useNavigate, useParams } from 'react-router-dom';
import { pages, shelves } from '../../../../modules/kernel/page-addresses.ts';
import { Failed } from '../../components/failed.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { BookingForm } from '../../features/booking/booking-form.tsx';
import { ToolDetails } from '../../features/catalog/tool-details.tsx';
import { ToolDetailsSkeleton } from '../../features/catalog/tool-details-skeleton.tsx';
import { toolQuery } from '../../features/catalog/tool-query.ts';
import { ApiError } from '../../lib/api-error.ts';
import { configQuery } from '../../lib/config-query.ts';
import { minimumOf, shortageOf, stockOf } from '../../lib/stock.ts';
import { toast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';

export function ToolPage() {
  const { id = '' } = useParams();
  const session = useSession();
  const navigate = useNavigate();
  const tool = useQuery(toolQuery(id));
  const config = useQuery(configQuery);

  const error = tool.error ?? config.error;
  if (error instanceof ApiError && error.status === 404) return <NoSuchTool />;
  if (error) {
    const retry = () => void Promise.all([tool.refetch(), config.refetch()]);
    return <Failed title="The tool could not be fetched" error={error} retry={retry} page />;
  }
  if (!tool.data || !config.data || !session) return <ToolDetailsSkeleton />;

  const pay = (bookingId: string) => {
    void toast('Your order is placed');
    navigate(generatePath(pages.payment, { id: bookingId }));
  };
  const { currency } = config.data;
  const shortage = shortageOf(tool.data);
  return (
    <ToolDetails tool={tool.data} currency={currency}>
      {shortage ? (
        <StateMessage title={shortage}>
          {shortage === 'Too few left' &&
            `The smallest order is ${minimumOf(tool.data)} pieces, and there are ${stockOf(tool.data)}. `}
          Have a look at what else there is.
          <Button component={Link} to={shelves} variant="default">
            Back to the shelves
          </Button>
        </StateMessage>
      ) : (
        <BookingForm key={id} tool={tool.data} buyer={session} currency={currency} onBooked={pay} />
      )}
    </ToolDetails>
  );
}

function NoSuchTool() {
  return (
    <StateMessage title="There is no such tool" picture="/pictures/not-found.svg" page>
      It may have been taken off the shelves.
      <Button component={Link} to={shelves} variant="default">
        See what there is
      </Button>
    </StateMessage>
  );
}
