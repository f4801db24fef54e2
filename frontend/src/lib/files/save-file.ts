let address = '';

/**
 * Has the browser keep a file.
 *
 * Its address may be taken back once the browser has begun to read it, which nothing tells of: most take hold of the file at the
 * click, Safari only when it gets there, and on a phone after it has asked whether to. No time is sure to be long enough for
 * that, and a file that is held for good is memory for good. So it is held until the next one is saved, which nobody gets to
 * before the browser's question is answered, or until the page is left.
 */
export function saveFile(file: Blob, name: string): void {
  if (address) URL.revokeObjectURL(address);
  address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
