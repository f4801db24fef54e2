import { describe, expect, it } from 'vitest';
import { wordsIn } from './words.ts';

describe('the words of a text', () => {
  it.each([
    ['Claw Hammer, 450 g', ['claw', 'hammer', '450', 'g']],
    ['Drives nails -- and pulls nails.', ['drives', 'nails', 'and', 'pulls']],
    ['50% _softly_ "КЛЮЧ"', ['50', 'softly', 'ключ']],
    ['Ｗｉｄｅ ﬁle', ['wide', 'file']],
    ['naïve Größe 工具', ['naïve', 'größe', '工具']],
    ['Disc 125mm, M18', ['disc', '125', 'mm', 'm', '18']],
    ['1\u20e3 e\u0323\u0301', ['1\u20e3', '\u1eb9\u0301']],
    ['Σετς ΣΕΤ ΟΔΟΣ', ['σετσ', 'σετ', 'οδοσ']],
    ['İstanbul ISTANBUL', ['istanbul']],
    ['hammer 🛠\ufe0f 👩\u200d🔧 \u0301', ['hammer']],
    ['Schrauben\u00adzieher \u200fمطرقة\u200f می\u200cخواهم', ['schraubenzieher', 'مطرقة', 'میخواهم']],
    [' .* \n%', []],
  ])('of %j are %j', (text, words) => expect([...wordsIn(text)]).toEqual(words));
});
