import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { inDigits } from '../../../../modules/kernel/values/in-words.ts';
import { PictureThumb } from '../../components/details/picture-thumb.tsx';
import { ofNumbers } from '../../components/tables/column.ts';
import { WideTable } from '../../components/tables/wide-table.tsx';
import { formatPrice } from '../../lib/formatting/money.ts';
import { useWatched } from '../../lib/live/watched.ts';
import { configQuery } from '../../lib/queries/config-query.ts';
import { type Product, stateOf } from './product.ts';
import classes from './products.module.css';
import { openedFromList } from './use-products-wanted.ts';

const columns = ['Product', ...['Price', 'Pieces', 'Held', 'Sold', 'Rating'].map(ofNumbers), 'State'];

type Props = { products: readonly Product[]; editAddress: (id: string) => string };

export function ProductsTable({ products, editAddress }: Props) {
  const currency = useQuery(configQuery).data?.currency;
  const rows = products.map((product) => ({
    key: product._id,
    cells: [
      <ProductName key="name" product={product} editAddress={editAddress(product._id)} />,
      currency ? formatPrice(product.PerPrice, currency) : '',
      inDigits(product.Available),
      inDigits(product.held ?? 0),
      inDigits(product.sold),
      product.Ratings.toFixed(1),
      <State key="state" product={product} />,
    ],
  }));
  return <WideTable id="products" label="Products" columns={columns} rows={rows} />;
}

function ProductName({ product, editAddress }: { product: Product; editAddress: string }) {
  useWatched(product._id);
  return (
    <span className={classes.product}>
      <PictureThumb img={product.img} />
      <span>
        <Link
          to={editAddress}
          state={openedFromList}
          className={classes.name}
          dir="auto"
          aria-label={`Edit ${product.name}`}
        >
          {product.name}
        </Link>
        {product.category && <bdi className={classes.category}>{product.category}</bdi>}
      </span>
    </span>
  );
}

function State({ product }: { product: Product }) {
  const { word, kind } = stateOf(product);
  return (
    <span className={classes.state} data-kind={kind}>
      {word}
    </span>
  );
}
