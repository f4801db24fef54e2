/** Settings for tests in which few people do much: what one person may do is the matter of bounds-by-person.spec.ts. */
export const withoutBounds = {
  REVIEWS_PER_DAY: '0',
  PICTURES_PER_DAY: '0',
  UNPAID_ORDERS: '0',
  LARGE_ORDER_TTL: '0',
  LOGIN_LIMIT_ACCOUNT: '0',
  LOGIN_LIMIT_ADDRESS: '0',
  RATE_LIMIT_ADDRESS: '0',
  RATE_LIMIT_USER: '0',
  SOCKETS_PER_ADDRESS: '0',
  SOCKETS_PER_USER: '0',
};
