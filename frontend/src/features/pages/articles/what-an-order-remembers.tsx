export function WhatAnOrderRemembers() {
  return (
    <>
      <p>
        Most programs keep the latest state of a thing and forget how it came about. This shop does it the other way
        round: it keeps what happened (booked, paid, refunded, taken back) and works out the state from that.
      </p>
      <p>
        The lists you see are made from those entries and can be thrown away and made again. If a list is found to be
        wrong, it is not patched: the recipe is corrected and the list is cooked anew from the same history.
      </p>
      <p>
        It also makes questions answerable that nobody thought of in time. When did this order become paid, and who
        promoted that admin? Nothing needs to have been logged for it: it is what the shop is made of.
      </p>
    </>
  );
}
