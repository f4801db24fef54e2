const mostCommon = 1_000;

let loading: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is one of the 1,000 that people choose most, in whatever case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  return (await loading).has(password.toLowerCase());
}

/** The package lists about 49,000 passwords, the most frequent first. It is loaded at the first sign-up only. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, mostCommon));
}
