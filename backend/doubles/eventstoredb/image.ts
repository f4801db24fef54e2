/** The server that the shop is made for: docker-compose.yml runs the same. */
export const eventStoreImage = 'eventstore/eventstore:23.10.1-bookworm-slim';
