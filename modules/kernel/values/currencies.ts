import { Invalid } from '../errors.ts';

/**
 * The currencies that Stripe charges in, and in which minor units (https://docs.stripe.com/currencies, as of 2026-11).
 * Not from the runtime's Intl: that says how people write a currency, which is another thing (a forint is written without
 * decimals and charged in hundredths), and it changes with the release of Node. Money in events must not.
 */
const words = (text: string) => new Set(text.trim().split(/\s+/));

const twoPlaces = words(`
  aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop crc cve czk
  dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr ils inr isk jmd kes kgs khr kyd kzt lak lbp
  lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd
  rub sar sbd scr sek sgd shp sle sos srd std szl thb tjs top try ttd twd tzs uah ugx usd uyu uzs wst xcd xcg yer zar zmw
`);
const noPlaces = words('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf');
/** The last of the three digits must be 0. */
const threePlaces = words('bhd jod kwd omr tnd');
/** Charged in hundredths for the sake of old integrations, and divisible by 100: they have no decimals any more. */
const wholeOnly = words('isk ugx');
/** Charged in hundredths, and written without decimals where there are none to write. */
const writtenWhole = words('afn all cop huf idr lak lbp mmk pkr sos std yer');

/** How a currency is counted and written. */
export type Currency = {
  /** Decimal places of a minor unit: 2 for cents. */
  readonly places: number;
  /** Of what every amount in minor units is a multiple: 1 for most. */
  readonly step: number;
  /** Whether a whole amount is written without decimals. */
  readonly isWrittenWhole: boolean;
};

const known = new Map<string, Currency>();
for (const code of twoPlaces) {
  const isWhole = wholeOnly.has(code);
  known.set(code, { places: 2, step: isWhole ? 100 : 1, isWrittenWhole: isWhole || writtenWhole.has(code) });
}
for (const code of noPlaces) known.set(code, { places: 0, step: 1, isWrittenWhole: true });
for (const code of threePlaces) known.set(code, { places: 3, step: 10, isWrittenWhole: false });

/** Every currency code that money may be of, in lower case. */
export const currencyCodes: readonly string[] = [...known.keys()].sort();

/**
 * What is known of a currency, by its ISO 4217 code in lower case.
 * @throws Invalid for one that Stripe does not charge in.
 */
export function currencyOf(code: string): Currency {
  const currency = known.get(code);
  if (!currency) throw new Invalid(`'${code}' is not a currency that cards are charged in.`);
  return currency;
}
