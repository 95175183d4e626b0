// Text of other encodings than UTF-8, as short as previews meet it.
import { expect, it } from 'vitest';
import { type Encoding, decodeText, detectEncoding, encodeText, encodingOf } from './encoding';
import { kindOf } from './blob-kind';

const texts: readonly (readonly [Encoding, string])[] = [
  ['shift_jis', '日付,品名,数量\n2026-01-05,りんご,12\n2026-01-06,みかん,7\n'],
  ['shift_jis', 'ログ: エラーが発生しました 2026-01-01'],
  ['shift_jis', '名前: 山田太郎'],
  ['shift_jis', 'ｱｲｳｴｵ 半角カナ'],
  ['shift_jis', 'カタカナ'],
  ['euc-jp', 'こんにちは、世界。これはテストです。'],
  ['gb18030', '日期,品名,数量\n2026-01-05,苹果,12\n'],
  ['gb18030', '错误：连接失败'],
  ['big5', '日期,品名,數量\n2026-01-05,蘋果,12\n'],
  ['euc-kr', '날짜,품명,수량\n2026-01-05,사과,12\n'],
  ['windows-1251', 'Привет, мир. Это проверка кодировки текста.'],
  ['windows-1251', 'id,name\n1,Иванов Иван\n2,Петров Пётр\n'],
  ['windows-1251', '2026-01-05 12:00:00 ERROR Ошибка подключения к серверу'],
  ['windows-1251', 'name;city\nPeter;Москва\nAnn;Тула\n'],
  ['windows-1251', 'Привіт, світе! Це перевірка кодування тексту.'],
  ['windows-1251', 'ПРИВЕТ МИР ЭТО ТЕСТ'],
  ['koi8-r', 'id,name\n1,Иванов Иван\n2,Петров Пётр\n'],
  ['ibm866', 'Дата;Товар;Количество\n05.01.2026;Яблоко;12\n'],
  ['iso-8859-5', 'Привет, мир. Это проверка кодировки текста.'],
  ['windows-1250', 'miasto;kod\nŁódź;90\nWrocław;50\n'],
  ['windows-1250', 'Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv.'],
  ['iso-8859-2', 'Zażółć gęślą jaźń. Łódź, Kraków, Gdańsk. To jest test kodowania.'],
  ['windows-1253', 'Γειά σου Κόσμε. Αυτή είναι μια δοκιμή κωδικοποίησης.'],
  ['windows-1254', 'Şehir;İl\nİstanbul;34\nÇankırı;18'],
  ['windows-1255', 'שם,עיר\nדוד,חיפה\n'],
  ['windows-1256', 'مرحبا بالعالم. هذا اختبار للترميز.'],
  ['windows-1257', 'Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė.'],
  ['windows-874', 'สวัสดีชาวโลก นี่คือการทดสอบการเข้ารหัส'],
  ['windows-1252', 'Straße;Größe;Überschrift\nMünchen;12;schön\n'],
  ['windows-1252', 'café, naïve, résumé'],
  ['windows-1252', '3 × 4 ± 2, naïveté'],
  ['windows-1252', '¿Qué tal? £5 and 3 m³'],
  ['windows-1252', 'time,value\n12:00,20 °C\n13:00,21 °C\n14:00,21 °C\n'],
  ['windows-1252', 'Smörgåsbord räksmörgås älg'],
  ['windows-1252', 'Ação não é opção: coração.'],
];

it.each(texts)('encodings: recognises %s in %j', (encoding, text) => {
  const bytes = encodeText(text, encoding) ?? new Uint8Array();
  expect(bytes.length).toBeGreaterThan(0);
  const found = detectEncoding(bytes);
  expect(found === 'binary' ? found : decodeText(bytes, found)).toBe(text);
});

it('encodings: recognises a log whose first other letter comes after 60 KiB of ASCII, and one that is cut within a letter', () => {
  const log = `${'2026-01-05 12:00:00 INFO started\n'.repeat(1900)}2026-01-05 ERROR Ошибка подключения\n`;
  expect(detectEncoding(encodeText(log, 'windows-1251') ?? new Uint8Array())).toBe('windows-1251');
  const japanese = encodeText('エラーが発生しました。'.repeat(2000), 'shift_jis') ?? new Uint8Array();
  for (const cut of [8191, 8192, 20_001]) expect(detectEncoding(japanese.subarray(0, cut))).toBe('shift_jis');
});

it('encodings: takes the name in the content type before a guess, and shows a CSV as a table in the guessed one', () => {
  const bytes = encodeText('Привет, мир. Это проверка.', 'windows-1251') ?? new Uint8Array();
  expect(encodingOf(bytes, 'text/plain; charset=koi8-r')).toBe('koi8-r');
  expect(encodingOf(bytes, 'text/plain; charset=utf-8')).toBe('windows-1251');
  const facts = { name: 'a.csv', contentType: 'application/octet-stream', totalBytes: bytes.length };
  expect(kindOf(facts, bytes)).toMatchObject({ views: ['table', 'text', 'hex'], encoding: 'windows-1251' });
});

it('encodings: shows bytes without any order as some text', () => {
  const bytes = Uint8Array.from({ length: 65_536 }, (_, index) => 0x80 + ((index * 7919) % 0x80));
  expect(typeof detectEncoding(bytes)).toBe('string');
});
