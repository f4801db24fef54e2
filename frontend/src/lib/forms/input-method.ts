/**
 * Whether a key is an input method's, with which a word is put together that has not been taken yet: Chinese, Japanese, Korean. Safari ends the
 * word before it tells of the key that ended it, and marks that key by its code alone (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
export function isOfInputMethod(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229;
}
