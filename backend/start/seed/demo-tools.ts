/** A tool of the demo shop. Prices in the shop's currency; the picture's name is also the tool's. */
export type DemoTool = {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly minimumOrder: number;
  readonly available: number;
  readonly buyGear: number;
  readonly perPrice: number;
  readonly ratings: number;
};

const of = (
  slug: string,
  name: string,
  [perPrice, minimumOrder, available]: readonly [number, number, number],
  [ratings, buyGear]: readonly [number, number],
  description: string,
): DemoTool => ({ slug, name, description, minimumOrder, available, buyGear, perPrice, ratings });

/** What a demo shop has on its shelves: price, minimum order and pieces left; rating and how many were bought. */
export const demoTools: readonly DemoTool[] = [
  of(
    'claw-hammer',
    'Claw Hammer 16 oz',
    [18, 1, 120],
    [4.7, 340],
    'Forged steel head on a hickory handle. Drives nails straight and pulls them without a fight.',
  ),
  of(
    'cordless-drill',
    'Cordless Drill 18 V',
    [129, 1, 24],
    [4.8, 212],
    'Two gears, 60 Nm and a chuck that holds. Comes with two batteries, so that one is always full.',
  ),
  of(
    'adjustable-wrench',
    'Adjustable Wrench 10 in',
    [24, 1, 64],
    [4.4, 158],
    'One wrench from 0 to 30 mm, with a scale on the jaw and no play in the worm.',
  ),
  of(
    'combination-spanner-set',
    'Combination Spanner Set, 12 pieces',
    [79, 1, 30],
    [4.6, 97],
    'Open end and ring from 8 to 19 mm in a roll that keeps them in order.',
  ),
  of(
    'tape-measure',
    'Tape Measure 5 m',
    [9, 2, 200],
    [4.3, 510],
    'Nylon-coated blade, readable from both sides, with a lock that does not slip.',
  ),
  of(
    'hand-saw',
    'Hand Saw 22 in',
    [27, 1, 45],
    [4.5, 133],
    'Hardened teeth that cut on the push and the pull. The handle doubles as a 45 and 90 degree square.',
  ),
  of(
    'screwdriver-set',
    'Screwdriver Set, 8 pieces',
    [34, 1, 80],
    [4.6, 288],
    'Slotted, Phillips and Torx with magnetic tips and handles that fit a whole hand.',
  ),
  of(
    'needle-nose-pliers',
    'Needle-Nose Pliers 8 in',
    [16, 2, 90],
    [4.4, 176],
    'Long, slim jaws for the places fingers do not reach, and a cutter for hard wire.',
  ),
  of(
    'spirit-level',
    'Spirit Level 60 cm',
    [22, 1, 52],
    [4.7, 121],
    'Milled aluminium, three vials, true to half a millimetre a metre.',
  ),
  of(
    'utility-knife',
    'Utility Knife',
    [7, 3, 260],
    [4.2, 430],
    'Retracts by itself, changes blades without a screwdriver, carries five spares.',
  ),
  of(
    'angle-grinder',
    'Angle Grinder 125 mm',
    [89, 1, 18],
    [4.5, 84],
    'Soft start, restart protection and a guard that moves without a tool.',
  ),
  of(
    'socket-set',
    'Socket Set 1/2 in, 24 pieces',
    [99, 1, 22],
    [4.8, 140],
    'Six-point sockets from 10 to 32 mm and a 72-tooth ratchet, in a steel case.',
  ),
  of(
    'bench-vise',
    'Bench Vise 125 mm',
    [119, 1, 9],
    [4.9, 61],
    'Ductile iron, a swivel base and an anvil. Holds still, whatever is done to it.',
  ),
  of(
    'digital-caliper',
    'Digital Caliper 150 mm',
    [31, 1, 40],
    [4.5, 203],
    'Hundredths of a millimetre or thousandths of an inch, at the press of a button.',
  ),
  of(
    'hex-bolts',
    'Hex Bolts M8 x 40, box of 50',
    [12.5, 5, 400],
    [4.6, 720],
    'Class 8.8, zinc-plated, with nuts and washers. Sold in lots of five boxes.',
  ),
  of(
    'ball-bearing',
    'Ball Bearing 6204-2RS',
    [6.4, 10, 0],
    [4.7, 950],
    'Sealed on both sides and greased for life: 20 x 47 x 14 mm. Back on the shelf soon.',
  ),
];
