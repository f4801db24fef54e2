/** The settings of every pair of stores that the suites can run on, by the pair's name. */
const pairs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sqlite: {},
};

/**
 * The settings that put a shop on the stores that TEST_STORES names; SQLite in its data directory when it is not set.
 * @throws Error for a name that is none of the pairs'.
 */
export function storesUnderTest(): Record<string, string> {
  const name = process.env.TEST_STORES || 'sqlite';
  const settings = pairs[name];
  if (!settings) throw new Error(`TEST_STORES is ${name}, and can be: ${Object.keys(pairs).join(', ')}.`);
  return { ...settings };
}
