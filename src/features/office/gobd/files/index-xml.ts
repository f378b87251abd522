import type { Operator } from '#contracts/office/tax.ts';
import type { Days } from '../../periods/sums/moves.ts';
import type { Column, Table } from '../tables/table.ts';
import { DTD_NAME } from './dtd.ts';

interface Index {
  operator: Operator;
  days: Days;
  now: Date;
  tables: readonly Table[];
}

/** What stands in the tables, by the description standard of 1 August 2002: the order of its elements is fixed. */
export function indexXml({ operator, days, now, tables }: Index): string {
  const { legal_name, street, postal_code, city, country, vat_id, tax_number } = operator;
  const numbers = [vat_id, tax_number].filter((number) => number !== null).join(', ');
  const supplier = [
    element('Name', text(legal_name)),
    element('Location', text(`${street}, ${postal_code} ${city}, ${country}`)),
    element('Comment', text(`Facevalue, Export vom ${germanDay(now.toISOString())} (UTC). ${numbers}`)),
  ];
  const media = [
    element('Name', text(`Facevalue ${days.from.slice(0, 4)}`)),
    ...tables.map((one) => tableOf(one, days)),
  ];
  const content = [
    element('Version', '1.0'),
    element('DataSupplier', supplier.join('')),
    element('Media', media.join('')),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE DataSet SYSTEM "${DTD_NAME}">\n${element('DataSet', content.join(''))}\n`;
}

function tableOf({ file, name, description, key, columns, references = [] }: Table, { from, to }: Days): string {
  const range = element('From', germanDay(from)) + element('To', germanDay(to));
  const structure = [
    element('ColumnDelimiter', ';'),
    element('RecordDelimiter', '&#13;&#10;'),
    element('TextEncapsulator', '&quot;'),
    ...key.map((column) => element('VariablePrimaryKey', columnOf(column))),
    ...columns.map((column) => element('VariableColumn', columnOf(column))),
    ...references.map(({ column, table }) =>
      element('ForeignKey', element('Name', text(column)) + element('References', text(table))),
    ),
  ];
  const content = [
    element('URL', file),
    element('Name', text(name)),
    element('Description', text(description)),
    element('Validity', element('Range', range) + element('Format', 'DD.MM.YYYY')),
    '<UTF8/>',
    element('DecimalSymbol', ','),
    element('DigitGroupingSymbol', '.'),
    // The first line has the names of the columns.
    element('Range', element('From', '2')),
    element('VariableLength', structure.join('')),
  ];
  return element('Table', content.join(''));
}

const KINDS: Record<Column['kind'], string> = {
  text: '<AlphaNumeric/>',
  day: '<Date><Format>DD.MM.YYYY</Format></Date>',
  whole: '<Numeric/>',
  hundredths: '<Numeric><Accuracy>2</Accuracy></Numeric>',
};

const columnOf = ({ name, kind, description }: Column): string =>
  element('Name', text(name)) + (description ? element('Description', text(description)) : '') + KINDS[kind];

const germanDay = (iso: string) => iso.slice(0, 10).split('-').toReversed().join('.');
const element = (name: string, content: string) => `<${name}>${content}</${name}>`;
const text = (plain: string) => plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
