/** Has the browser keep a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Whoever downloads has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
