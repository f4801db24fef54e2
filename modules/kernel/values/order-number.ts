/** How much of an order's id its number has: 12 hex digits of a UUID, and the hyphen between them. */
const length = '1a2b3c4d-5e6f'.length;

/** What people call an order: `1A2B3C4D-5E6F`. In lower case it is how the order's id begins, so that one finds it by that. */
export const orderNumber = (bookingId: string) => bookingId.slice(0, length).toUpperCase();
