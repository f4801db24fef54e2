export function CountingStock() {
  return (
    <>
      <p>
        Every shop window lies a little: between the moment you see “3 left” and the moment you press the button,
        somebody else may have pressed theirs. The number on the card is a photograph, not the shelf.
      </p>
      <p>
        So the number on the card decides nothing here. When an order comes in, the pieces are first set aside on the
        tool’s own record, which takes one entry after the other. If two orders reach for the last piece, one entry is
        second, and the second one is told what is left. Only then is the order written down.
      </p>
      <p>
        An order that is not paid gives its pieces back after a day. That, too, is an entry on the tool’s record, so the
        count can always be worked out again from the beginning, and it always comes out the same.
      </p>
    </>
  );
}
