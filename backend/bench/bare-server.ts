import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import { endWithParent } from './end-with-parent.ts';
import { watchCondition } from './figures/say-condition.ts';

/**
 * The yardstick: Express with nothing around it, that answers from memory, and one SQLite table that every order is
 * inserted into with a commit of its own, as durable as the shop's. No events, no stock, no users. Argument: the file of
 * the database.
 */
const database = new DatabaseSync(process.argv[2] ?? ':memory:');
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE orders (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
`);
const insert = database.prepare('INSERT INTO orders (body) VALUES (?)');

const tools = Array.from({ length: 5_000 }, (_, n) => ({
  _id: `t${n}`,
  name: `Test Hammer ${n}`,
  img: '/pictures/tools/claw-hammer.svg',
  Description: 'Hits nails.',
  MinimumOrder: 1,
  Available: 10,
  BuyGear: 3,
  PerPrice: 19.99,
  TotalPrice: 19.99,
  Ratings: 4.5,
}));
const byId = new Map(tools.map((tool) => [tool._id, tool]));
const user = { _id: 'u1', email: 'a@inventory.example', name: 'Test Shopper', role: 'user' };
const orders = Array.from({ length: 20 }, (_, n) => ({
  _id: `b${n}`,
  toolId: `t${n}`,
  toolName: 'Test Hammer',
  personEmail: user.email,
  location: '1 Test Street',
  phone: '+1 555 0100',
  buyerName: 'Test Shopper',
  price: 19.99,
  quantity: 1,
  status: 'unpaid',
  paid: false,
}));

const app = express();
app.get('/tool', ({ query }, response) => {
  response.json(tools.slice(0, Number(query.limit)));
});
app.get('/tool/:id', ({ params }, response) => {
  response.json(byId.get(params.id));
});
app.get('/user/:email', (_request, response) => {
  response.json(user);
});
app.get('/booking', (_request, response) => {
  response.json(orders);
});
app.post('/booking', express.json(), (request, response) => {
  const { lastInsertRowid } = insert.run(JSON.stringify(request.body));
  response.status(201).json({ acknowledged: true, insertedId: Number(lastInsertRowid) });
});
const condition = watchCondition();
process.on('message', () => process.send?.(condition()));
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(`http://127.0.0.1:${address.port}`);
});
endWithParent();
