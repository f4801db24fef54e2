import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { WideTable } from '../../components/wide-table.tsx';
import { configQuery } from '../../lib/config-query.ts';
import { formatPrice } from '../../lib/money.ts';
import { useWatched } from '../../lib/watched.ts';
import { type Product, stateOf } from './product.ts';
import { ProductThumb } from './product-thumb.tsx';
import classes from './products.module.css';

const columns = ['Product', 'Price', 'Pieces', 'Held', 'Sold', 'Rating', 'State', 'Edit'];

type Props = { products: readonly Product[]; editAddress: (id: string) => string };

export function ProductsTable({ products, editAddress }: Props) {
  const currency = useQuery(configQuery).data?.currency;
  const rows = products.map((product) => ({
    key: product._id,
    cells: [
      <ProductName key="name" product={product} />,
      currency ? formatPrice(product.PerPrice, currency) : '',
      product.Available,
      product.held ?? 0,
      product.sold,
      product.Ratings,
      <State key="state" product={product} />,
      <Link key="edit" to={editAddress(product._id)} aria-label={`Edit ${product.name}`}>
        Edit
      </Link>,
    ],
  }));
  return <WideTable label="Products" columns={columns} rows={rows} />;
}

function ProductName({ product }: { product: Product }) {
  useWatched(product._id);
  return (
    <span className={classes.product}>
      <ProductThumb img={product.img} />
      <span>
        <strong dir="auto">{product.name}</strong>
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
