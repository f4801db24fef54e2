/** What may be uploaded; by itself, since the home page shows pictures and takes none. */

/** How long an upload may be, in bytes. */
export const longestPicture = 10 * 1_024 * 1_024;

/** What may be uploaded: as browsers call it. What a picture is, its content says. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const;
