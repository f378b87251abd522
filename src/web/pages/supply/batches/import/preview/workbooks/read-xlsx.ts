import { DAY_MS } from '#contracts/time-units.ts';
import { all, attribute, parseXml } from './parse-xml.ts';

type Part = (name: string) => string | undefined;

/** ISO/IEC 29500: the built-in formats of days and times. */
const DAY_FORMATS = [14, 15, 16, 17, 18, 19, 20, 21, 22];
/** A day count of 60 is 29 February 1900, which never was. */
const LEAP_DAY = 60;

/** The rows of the first visible sheet of an XLSX workbook; null if it has none. */
export function readXlsx(part: Part): string[][] | null {
  const book = part('xl/workbook.xml');
  if (!book) return null;
  const workbook = parseXml(book);
  const path = firstSheet(workbook, part);
  const sheet = path && part(path);
  if (!sheet) return null;
  const shared = sharedStrings(part);
  const isDay = dayStyles(part);
  const from1904 = all(workbook, 'workbookPr').some((each) => /^(1|true)$/.test(attribute(each, 'date1904') ?? ''));
  const rows: string[][] = [];
  for (const row of all(parseXml(sheet), 'row')) {
    const number = Number(attribute(row, 'r') ?? rows.length + 1);
    while (rows.length < number - 1) rows.push([]);
    const cells: string[] = [];
    for (const cell of all(row, 'c')) {
      const place = placeOf(attribute(cell, 'r')) ?? cells.length;
      while (cells.length < place) cells.push('');
      cells[place] = textOf(cell);
    }
    rows.push(cells);
  }
  return rows;

  function textOf(cell: Element): string {
    const type = attribute(cell, 't');
    if (type === 'inlineStr')
      return all(cell, 't')
        .map(({ textContent }) => textContent)
        .join('');
    const value = all(cell, 'v')[0]?.textContent ?? '';
    if (type === 's') return shared[Number(value)] ?? '';
    const day = type === null || type === 'n' ? isDay(Number(attribute(cell, 's') ?? 0)) : false;
    return day && /^\d+(?:\.0+)?$/.test(value) ? dayOf(Number(value), from1904) : value;
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

function dayStyles(part: Part): (style: number) => boolean {
  const styles = part('xl/styles.xml');
  if (!styles) return () => false;
  const parsed = parseXml(styles);
  const own = new Map(
    all(parsed, 'numFmt').map((each) => [Number(attribute(each, 'numFmtId')), attribute(each, 'formatCode') ?? '']),
  );
  const formats = all(parsed, 'cellXfs')
    .flatMap((each) => all(each, 'xf'))
    .map((each) => Number(attribute(each, 'numFmtId')));
  return (style) => {
    const format = formats[style] ?? 0;
    const code = own.get(format)?.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
    return DAY_FORMATS.includes(format) || (code !== undefined && /[yd]/i.test(code));
  };
}

/** A day by its count since 1900, as Excel counts, or since 1904. */
function dayOf(count: number, from1904: boolean): string {
  const before = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, count > LEAP_DAY ? 30 : 31);
  return new Date(before + Math.trunc(count) * DAY_MS).toISOString().slice(0, 10);
}

/** Where a cell such as `AB12` stands in its row, from 0. */
function placeOf(reference: string | null): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? [];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
