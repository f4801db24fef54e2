import type { Specification } from '../../../modules/catalog/contract.ts';

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
  readonly category: string;
  readonly specifications: readonly Specification[];
  /** Beside the picture that is called as the tool is. */
  readonly pictures: readonly string[];
};

const of = (
  slug: string,
  name: string,
  [perPrice, minimumOrder, available]: readonly [number, number, number],
  [ratings, buyGear]: readonly [number, number],
  description: string,
  category: string,
  specifications: Readonly<Record<string, string>>,
  closeUps: 0 | 1 = 0,
): DemoTool => ({
  ...{ slug, name, description, minimumOrder, available, buyGear, perPrice, ratings, category },
  specifications: Object.entries(specifications).map(([title, value]) => ({ name: title, value })),
  pictures: closeUps === 0 ? [] : [`/pictures/tools/${slug}-close-up.svg`],
});

/** What a demo shop has on its shelves: price, minimum order and pieces left; rating and how many were bought; and so on. */
export const demoTools: readonly DemoTool[] = [
  of(
    'claw-hammer',
    'Claw Hammer 16 oz',
    [18, 1, 120],
    [4.7, 340],
    'Forged steel head on a hickory handle. Drives nails straight and pulls them without a fight.',
    'Hand tools',
    { Head: '16 oz (450 g), forged steel', Handle: 'Hickory, 33 cm' },
    1,
  ),
  of(
    'cordless-drill',
    'Cordless Drill 18 V',
    [129, 1, 24],
    [4.8, 212],
    'Two gears, 60 Nm and a chuck that holds. Comes with two batteries, so that one is always full.',
    'Power tools',
    { Voltage: '18 V', Torque: '60 Nm', Chuck: '13 mm, keyless', Batteries: '2 x 2.0 Ah' },
    1,
  ),
  of(
    'adjustable-wrench',
    'Adjustable Wrench 10 in',
    [24, 1, 64],
    [4.4, 158],
    'One wrench from 0 to 30 mm, with a scale on the jaw and no play in the worm.',
    'Hand tools',
    { Length: '10 in (254 mm)', Jaw: '0 to 30 mm' },
  ),
  of(
    'combination-spanner-set',
    'Combination Spanner Set, 12 pieces',
    [79, 1, 30],
    [4.6, 97],
    'Open end and ring from 8 to 19 mm in a roll that keeps them in order.',
    'Hand tools',
    { Sizes: '8 to 19 mm', Pieces: '12', 'Kept in': 'Roll' },
  ),
  of(
    'tape-measure',
    'Tape Measure 5 m',
    [9, 2, 200],
    [4.3, 510],
    'Nylon-coated blade, readable from both sides, with a lock that does not slip.',
    'Measuring',
    { Length: '5 m', Blade: '19 mm, nylon-coated' },
  ),
  of(
    'hand-saw',
    'Hand Saw 22 in',
    [27, 1, 45],
    [4.5, 133],
    'Hardened teeth that cut on the push and the pull. The handle doubles as a 45 and 90 degree square.',
    'Hand tools',
    { Blade: '22 in (550 mm)', Teeth: '7 an inch, hardened' },
  ),
  of(
    'screwdriver-set',
    'Screwdriver Set, 8 pieces',
    [34, 1, 80],
    [4.6, 288],
    'Slotted, Phillips and Torx with magnetic tips and handles that fit a whole hand.',
    'Hand tools',
    { Pieces: '8', Tips: 'Slotted, Phillips, Torx; magnetic' },
  ),
  of(
    'needle-nose-pliers',
    'Needle-Nose Pliers 8 in',
    [16, 2, 90],
    [4.4, 176],
    'Long, slim jaws for the places fingers do not reach, and a cutter for hard wire.',
    'Hand tools',
    { Length: '8 in (200 mm)', Cutter: 'For hard wire' },
  ),
  of(
    'spirit-level',
    'Spirit Level 60 cm',
    [22, 1, 52],
    [4.7, 121],
    'Milled aluminium, three vials, true to half a millimetre a metre.',
    'Measuring',
    { Length: '60 cm', Vials: '3', Accuracy: '0.5 mm a metre' },
    1,
  ),
  of(
    'utility-knife',
    'Utility Knife',
    [7, 3, 260],
    [4.2, 430],
    'Retracts by itself, changes blades without a screwdriver, carries five spares.',
    'Hand tools',
    { Blade: '18 mm, retracts by itself', 'Spare blades': '5' },
  ),
  of(
    'angle-grinder',
    'Angle Grinder 125 mm',
    [89, 1, 18],
    [4.5, 84],
    'Soft start, restart protection and a guard that moves without a tool.',
    'Power tools',
    { Disc: '125 mm', Power: '1,100 W', Speed: '11,500 turns a minute' },
    1,
  ),
  of(
    'socket-set',
    'Socket Set 1/2 in, 24 pieces',
    [99, 1, 22],
    [4.8, 140],
    'Six-point sockets from 10 to 32 mm and a 72-tooth ratchet, in a steel case.',
    'Hand tools',
    { Drive: '1/2 in', Pieces: '24', Sockets: '10 to 32 mm, six-point' },
  ),
  of(
    'bench-vise',
    'Bench Vise 125 mm',
    [119, 1, 9],
    [4.9, 61],
    'Ductile iron, a swivel base and an anvil. Holds still, whatever is done to it.',
    'Workshop',
    { Jaw: '125 mm', Material: 'Ductile iron', Base: 'Swivels by 360 degrees' },
    1,
  ),
  of(
    'digital-caliper',
    'Digital Caliper 150 mm',
    [31, 1, 40],
    [4.5, 203],
    'Hundredths of a millimetre or thousandths of an inch, at the press of a button.',
    'Measuring',
    { Range: '150 mm', Resolution: '0.01 mm' },
    1,
  ),
  of(
    'hex-bolts',
    'Hex Bolts M8 x 40, box of 50',
    [12.5, 5, 400],
    [4.6, 720],
    'Class 8.8, zinc-plated, with nuts and washers. Sold in lots of five boxes.',
    'Parts',
    { Thread: 'M8 x 40', Class: '8.8, zinc-plated', 'In a box': '50' },
  ),
  of(
    'ball-bearing',
    'Ball Bearing 6204-2RS',
    [6.4, 10, 0],
    [4.7, 950],
    'Sealed on both sides and greased for life: 20 x 47 x 14 mm. Back on the shelf soon.',
    'Parts',
    { Size: '20 x 47 x 14 mm', Sealed: 'On both sides' },
  ),
];
