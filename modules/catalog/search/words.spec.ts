import { describe, expect, it } from 'vitest';
import { findableIn, wordsIn } from './words.ts';

describe('the words of a text', () => {
  it.each([
    ['Claw Hammer, 450 g', ['claw', 'hammer', '450', 'g']],
    ['Drives nails -- and pulls nails.', ['drives', 'nails', 'and', 'pulls']],
    ['50% _softly_ "КЛЮЧ"', ['50', 'softly', 'ключ']],
    ['Ｗｉｄｅ ﬁle', ['wide', 'file']],
    ['naïve Größe 工具', ['naive', 'groesse', '工具']],
    ['Crème brûlée, Łódź, Smørrebrød, Þór', ['creme', 'brulee', 'lodz', 'smoerrebroed', 'thor']],
    ['Κλειδί κατσαβίδι ёлка', ['κλειδι', 'κατσαβιδι', 'елка']],
    ['电动工具箱 锤 M18LED灯', ['电动', '动工', '工具', '具箱', '锤', 'm', '18', 'led', '灯']],
    ['電動ドリル スーパー 전동드릴', ['電動', '動ド', 'ドリ', 'リル', 'スー', 'ーパ', 'パー', '전동드릴']],
    ['हिन्दी บ้าน ガス 전동', ['हिन्दी', 'บ้าน', 'ガス', '전동']],
    ['Disc 125mm, M18', ['disc', '125', 'mm', 'm', '18']],
    ['1\u20e3 e\u0323\u0301', ['1\u20e3', 'e']],
    ['Σετς ΣΕΤ ΟΔΟΣ', ['σετσ', 'σετ', 'οδοσ']],
    ['İstanbul ISTANBUL', ['istanbul']],
    ['hammer 🛠\ufe0f 👩\u200d🔧 \u0301', ['hammer']],
    ['Schrauben\u00adzieher \u200fمطرقة\u200f می\u200cخواهم', ['schraubenzieher', 'مطرقة', 'میخواهم']],
    ['ស្វាន\u200bដៃ hammer\u200bdrill', ['ស្វាន', 'ដៃ', 'hammer', 'drill']],
    [' .* \n%', []],
  ])('of %j are %j', (text, words) => expect([...wordsIn(text)]).toEqual(words));
});

describe('the words by which a text is found', () => {
  it.each([
    ['Bügelsäge, Öl', ['bugelsage', 'buegelsaege', 'ol', 'oel']],
    ['Smørebrød på Å', ['smorebrod', 'smoerebroed', 'pa', 'paa', 'a', 'aa']],
    [
      'Multi-Tool, 3-in-1, Öl\u2010Spray 5-A',
      ['multi', 'tool', 'multitool', '3', 'in', '1', 'ol', 'oel', 'spray', 'olspray', 'oelspray', '5', 'a'],
    ],
    ['工具箱', ['工具', '工', '具箱', '具', '箱']],
    ['-hand- -- saw', ['hand', 'saw']],
    ['Crème of the crop', ['creme', 'of', 'the', 'crop']],
  ])('of %j are %j', (text, words) => expect([...findableIn(text)]).toEqual(words));
});
