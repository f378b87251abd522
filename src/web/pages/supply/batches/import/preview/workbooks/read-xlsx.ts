import { readAmount } from '#contracts/supply/stock-file/read-amount.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { fillMerged, type Merged } from './fill-merged.ts';
import { all, attribute, parseXml } from './parse-xml.ts';
import { MAX_COLUMNS, MAX_ROWS } from './sheet-limits.ts';

type Part = (name: string) => string | undefined;

/** ISO/IEC 29500: the built-in formats of days and times. */
const DAY_FORMATS = [14, 15, 16, 17, 18, 19, 20, 21, 22];
/** The built-in formats of amounts with a currency, whose sign a workbook doesn't spell out: dollars. 37 to 41 and 43 have none. */
const DOLLAR_FORMATS = [5, 6, 7, 8, 42, 44];
/** Such as `pcs`: codes of currencies stand in capitals. */
const WORD = /^$|^(?![A-Z]{3}$)[A-Za-z]{3}$/;
/** A day count of 60 is 29 February 1900, which never was. */
const LEAP_DAY = 60;

/** The rows of the first visible sheet of an XLSX workbook; null if it has none. */
export function readXlsx(part: Part): string[][] | null {
  const book = part('xl/workbook.xml');
  if (!book) return null;
  const workbook = parseXml(book);
  const path = firstSheet(workbook, part);
  const content = path && part(path);
  if (!content) return null;
  const sheet = parseXml(content);
  const shared = sharedStrings(part);
  const styleOf = stylesOf(part);
  const from1904 = all(workbook, 'workbookPr').some((each) => /^(1|true)$/.test(attribute(each, 'date1904') ?? ''));
  const rows: string[][] = [];
  let number = 0;
  for (const row of all(sheet, 'row')) {
    number = Number(attribute(row, 'r') ?? number + 1);
    const cells: string[] = [];
    for (const cell of all(row, 'c')) {
      const text = textOf(cell);
      const place = Math.min(placeOf(attribute(cell, 'r')) ?? cells.length, MAX_COLUMNS - 1);
      while (cells.length < place) cells.push('');
      if (text !== '' || place < MAX_COLUMNS - 1) cells[place] = text;
    }
    while (cells.at(-1) === '') cells.pop();
    if (cells.length === 0) continue;
    if (number > MAX_ROWS) throw new Error('A sheet with too many rows');
    while (rows.length < number - 1) rows.push([]);
    rows.push(cells);
  }
  fillMerged(rows, all(sheet, 'mergeCell').flatMap(mergedOf));
  return rows;

  function textOf(cell: Element): string {
    const type = attribute(cell, 't');
    if (type === 'inlineStr')
      return all(cell, 't')
        .map(({ textContent }) => textContent)
        .join('');
    const value = all(cell, 'v')[0]?.textContent ?? '';
    if (type === 's') return shared[Number(value)] ?? '';
    if (value === '' || (type !== null && type !== 'n')) return value;
    const { day, sign } = styleOf(Number(attribute(cell, 's') ?? 0));
    if (day && /^\d+(?:\.0+)?$/.test(value)) return dayOf(Number(value), from1904);
    return sign === null ? value : `${value} ${sign}`;
  }
}

function firstSheet(workbook: Document, part: Part): string | undefined {
  const sheet = all(workbook, 'sheet').find((each) => !attribute(each, 'state')?.endsWith('idden'));
  const relations = part('xl/_rels/workbook.xml.rels');
  if (!sheet || !relations) return undefined;
  const id = sheet.getAttribute('r:id') ?? attribute(sheet, 'id');
  const target = all(parseXml(relations), 'Relationship')
    .find((each) => each.getAttribute('Id') === id)
    ?.getAttribute('Target');
  if (!target) return undefined;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Texts that cells refer to by their number, without the readings of Japanese ones. */
function sharedStrings(part: Part): string[] {
  const strings = part('xl/sharedStrings.xml');
  if (!strings) return [];
  return all(parseXml(strings), 'si').map((each) =>
    all(each, 't')
      .filter(({ parentElement }) => parentElement?.localName !== 'rPh')
      .map(({ textContent }) => textContent)
      .join(''),
  );
}

/** What a cell's style makes of a number: a day, or an amount beside the sign of a currency, which isn't the programme's by itself. */
function stylesOf(part: Part): (style: number) => { day: boolean; sign: string | null } {
  const styles = part('xl/styles.xml');
  if (!styles) return () => ({ day: false, sign: null });
  const parsed = parseXml(styles);
  const own = new Map(
    all(parsed, 'numFmt').map((each) => [Number(attribute(each, 'numFmtId')), attribute(each, 'formatCode') ?? '']),
  );
  const formats = all(parsed, 'cellXfs')
    .flatMap((each) => all(each, 'xf'))
    .map((each) => Number(attribute(each, 'numFmtId')));
  return (style) => {
    const format = formats[style] ?? 0;
    const code = own.get(format);
    const shown = (code ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
    return {
      day: DAY_FORMATS.includes(format) || /[yd]/i.test(shown),
      sign: signOf(code ?? (DOLLAR_FORMATS.includes(format) ? '"$"' : '')),
    };
  };
}

/** The sign of a currency in a format such as `#,##0.00 [$€-407]` or `"$"0.00`, if it is one that amounts are read with. */
function signOf(code: string): string | null {
  const signs = [...code.matchAll(/\[\$([^\]-]+)[^\]]*\]|"([^"]+)"/g)].map(([, bracket, quoted]) =>
    (bracket ?? quoted ?? '').trim(),
  );
  return signs.find((sign) => !WORD.test(sign) && readAmount(`1 ${sign}`, '') !== undefined) ?? null;
}

/** A day by its count since 1900, as Excel counts, or since 1904. */
function dayOf(count: number, from1904: boolean): string {
  const before = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, count > LEAP_DAY ? 30 : 31);
  return new Date(before + Math.trunc(count) * DAY_MS).toISOString().slice(0, 10);
}

/** The cells of a range such as `D2:D9`. */
function mergedOf(range: Element): Merged[] {
  const [, left = '', top, right = '', bottom] =
    /^([A-Z]{1,3})(\d{1,9}):([A-Z]{1,3})(\d{1,9})$/.exec(attribute(range, 'ref') ?? '') ?? [];
  const columns = [placeOf(left), placeOf(right)] as const;
  if (columns[0] === undefined || columns[1] === undefined) return [];
  return [{ rows: [Number(top) - 1, Number(bottom) - 1], columns: [columns[0], columns[1]] }];
}

/** Where a cell such as `AB12` stands in its row, from 0. */
function placeOf(reference: string | null): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? [];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
