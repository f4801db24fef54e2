import { DatabaseSync } from 'node:sqlite';
import express from 'express';

/**
 * The yardstick: Express with nothing around it, and one SQLite table that every order is inserted into with a commit of
 * its own, as durable as the shop's. No events, no stock, no users. Argument: the file of the database.
 */
const database = new DatabaseSync(process.argv[2] ?? ':memory:');
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE orders (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE tools (id TEXT PRIMARY KEY, body TEXT NOT NULL);
`);
const tool = JSON.stringify({ _id: 't1', name: 'Hammer', Description: 'Hits nails.', PerPrice: 19.99, Available: 10 });
database.prepare('INSERT INTO tools VALUES (?, ?)').run('t1', tool);
const insert = database.prepare('INSERT INTO orders (body) VALUES (?)');
const select = database.prepare('SELECT body FROM tools WHERE id = ?');

const app = express();
app.get('/static', (_request, response) => {
  response.json({ _id: 't1', name: 'Hammer', Description: 'Hits nails.', PerPrice: 19.99, Available: 10 });
});
app.get('/tool/:id', (request, response) => {
  response.type('application/json').send(String(select.get(request.params.id)?.body));
});
app.post('/booking', express.json(), (request, response) => {
  const { lastInsertRowid } = insert.run(JSON.stringify(request.body));
  response.status(201).json({ acknowledged: true, insertedId: Number(lastInsertRowid) });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(`http://127.0.0.1:${address.port}`);
});
