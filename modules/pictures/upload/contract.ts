/** What may be uploaded; by itself, since the home page shows pictures and takes none. */

const megabyte = 1_024 * 1_024;

/** How long an upload may be, in bytes; and in words. */
export const longestPicture = 10 * megabyte;
export const longestInWords = `${longestPicture / megabyte} MB`;

/** What may be uploaded: as browsers call it. What a picture is, its content says. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const;

/** The same as people call it. */
export const typesInWords = 'PNG, JPEG, WebP or AVIF';
