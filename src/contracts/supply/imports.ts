import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { guardRules } from '../oversight/import-guard.ts';
import { dataOf, id, idParams, pageMeta, pageOf, pageQuery, time, withStock } from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { dateOrders } from './stock-file/read-date.ts';
import { stockColumns } from './stock-file/stock-columns.ts';
import { encodings } from './stock-file/text-decoder.ts';

const column = z.enum(stockColumns);

/** What somebody said of a column, or the shop found: one of ours, or that nothing of it is to be kept. */
const matched = z.enum([...stockColumns, 'skip']);

/** What a spreadsheet did to a value: wrote it as 1.23E+15, cut its zeros, or added `.0`. */
export const spreadsheetHints = ['scientific', 'leading_zeros', 'decimal'] as const;
/** Why a value of a row couldn't be read: what a spreadsheet did to it, or what in it has two meanings. */
export const rowHints = [
  ...spreadsheetHints,
  'quote',
  'formula',
  'cell_count',
  'thousands',
  'currency_sign',
  'date_order',
  'date_serial',
  'date_form',
] as const;
export type RowHint = (typeof rowHints)[number];

/** What was most likely meant by a file that was refused as a whole. */
export const fileHints = [
  'workbook',
  'quote',
  'long_value',
  'no_header',
  'name_code',
  'name_pin',
  'name_expires_on',
] as const;
export type FileHint = (typeof fileHints)[number];

export const importStates = [
  'checking',
  'checked',
  'refused',
  'committing',
  'committed',
  'cancelled',
  'expired',
  'failed',
  'undone',
] as const;

const rule = z.enum(guardRules);
const name = z.string();

export const stockImport = z.object({
  id,
  batch_id: id,
  state: z.enum(importStates),
  /** It should be running, but nothing has been heard of it for a while. */
  stalled: z.boolean(),
  uploaded_by: name,
  committed_by: name.nullable(),
  approved_by: name.nullable(),
  approved_at: time.nullable(),
  file_sha256: z.string().nullable(),
  file_bytes: z.int(),
  delimiter: z.enum([',', ';', '\t']).nullable(),
  /** null for a file that was refused, and for one of an earlier release. */
  encoding: z.enum(encodings).nullable(),
  decimal_comma: z.boolean(),
  dotted_dates: z.boolean(),
  /** By their place in the file; null where the guard knows no such column. */
  columns: z.array(matched.nullable()).nullable(),
  /** Why it was refused as a whole, and where; nothing of such a file is kept. */
  refusal: z
    .object({
      reason: z.enum(['guard', 'nothing', 'same_file', 'other_file']),
      rule: rule.nullable(),
      row: z.int().nullable(),
      column: z.string().nullable(),
      hint: z.enum(fileHints).nullable(),
    })
    .nullable(),
  rows: z.object({ total: z.int(), clean: z.int(), quarantined: z.int(), refused: z.int() }),
  /** Cards that wait for a decision, by the rules that they break. */
  quarantine: z.array(z.object({ rules: z.array(rule), cards: z.int() })),
  refused_by_rule: z.array(z.object({ rule, rows: z.int() })),
  hints: z.array(z.enum(rowHints)),
  /** null unless it is being imported. */
  progress: z
    .object({
      rows: z.int(),
      done: z.int(),
      rows_per_second: z.int().nullable(),
      seconds_left: z.int().nullable(),
    })
    .nullable(),
  /** Cards that it added. */
  imported_cards: z.int(),
  created_at: time,
  ended_at: time.nullable(),
});
export type StockImport = z.infer<typeof stockImport>;

const refusedRow = z.object({
  row: z.int(),
  column: column.nullable(),
  rule,
  hint: z.enum(rowHints).nullable(),
});
export type RefusedRow = z.infer<typeof refusedRow>;

const importer = { guards: ['auth', 'admin', 'role:importer'], params: idParams } as const;
const reader = { guards: withStock, params: idParams } as const;

export const UPLOAD_LIMIT_BYTES = 15_000_000;

export const uploadImport = call({
  ...importer,
  method: 'POST',
  path: '/api/resellers/{id}/imports',
  inVault: true,
  summary: 'Judge a file of cards for a batch without importing it; a file with payment-card data is not kept',
  upload: 'text/csv',
  bodyLimitBytes: UPLOAD_LIMIT_BYTES,
  perMinute: 60,
  query: z.object({
    file_name: onSurface('product', z.string().max(200)).optional(),
    /** What the file's columns are, separated by commas; an empty one is what its name says, `skip` is not kept. */
    columns: onSurface(
      'shaped',
      z.string().regex(/^[a-z_]*(,[a-z_]*){0,29}$/, messageKey('import.columns')),
    ).optional(),
    /** What comes first in dates with slashes; without it, those that could mean two days are refused. */
    date_order: z.enum(dateOrders).optional(),
  }),
  reply: dataOf(stockImport),
  status: 201,
});

export const listImports = call({
  ...reader,
  method: 'GET',
  path: '/api/resellers/{id}/imports',
  summary: "A batch's imports, newest first",
  query: z.object(pageQuery),
  reply: pageOf(stockImport),
});

/** What the codes of a file look like: `#` is a digit, `A` and `a` are letters, `*` differs from row to row. */
const shapes = z.object({
  import_id: id,
  created_at: time,
  rows: z.int(),
  /** What nearly all rows have at each place. */
  typical: z.string(),
  /** The most frequent patterns, each with the rows that have it at least. */
  often: z.array(z.object({ shape: z.string(), rows: z.int() })),
  /** Where a month and a year stand more often than chance allows: a place of the code or the PIN, or a digit of both. */
  dates: z.array(
    z.object({
      part: z.enum(['code', 'pin', 'digits']),
      at: z.int(),
      order: z.enum(['MMYY', 'YYMM', 'MMYYYY']),
      rows: z.int(),
    }),
  ),
});
export type FileShapes = z.infer<typeof shapes>;

export const listShapes = call({
  method: 'GET',
  path: '/api/resellers/{id}/shapes',
  summary: "What the codes of a batch's latest files look like, without any of them",
  guards: ['auth', 'admin', 'role:importer,approver,auditor'],
  params: idParams,
  reply: dataOf(z.array(shapes)),
});

export const getTemplate = call({
  ...reader,
  method: 'GET',
  path: '/api/resellers/{id}/template',
  summary: "A CSV file with the columns and an example of a row for a batch's programme",
  download: 'facevalue-template.csv',
  reply: z.string(),
});

export const getImport = call({
  ...reader,
  method: 'GET',
  path: '/api/imports/{id}',
  summary: 'An import: what was found in its file, how far it is, and which rows were refused',
  query: z.object({ rule: rule.optional(), ...pageQuery }),
  reply: z.object({ data: stockImport.extend({ errors: z.array(refusedRow) }), meta: pageMeta }),
});

export const exportImportErrors = call({
  ...reader,
  method: 'GET',
  path: '/api/imports/{id}/errors',
  summary: "The numbers of an import's refused rows with the reasons, as a CSV file",
  download: 'facevalue-refused-rows.csv',
  reply: z.string(),
});

export const commitImport = call({
  ...importer,
  method: 'POST',
  path: '/api/imports/{id}/commit',
  inVault: true,
  summary: 'Import the rows of a judged file; runs in the background, and goes on after a crash',
  reply: dataOf(stockImport),
  status: 202,
});

export const cancelImport = call({
  ...importer,
  method: 'POST',
  path: '/api/imports/{id}/cancel',
  summary: 'Drop a judged file, or stop its import and take back what it added',
  /** With `checked`, an import that runs already is refused and goes on. */
  query: z.object({ state: z.literal('checked').optional() }),
  reply: dataOf(stockImport),
});

export const undoImport = call({
  ...reader,
  guards: ['auth', 'admin', 'role:importer,approver'],
  stepUp: 'always',
  method: 'POST',
  path: '/api/imports/{id}/undo',
  summary: "Void an import's cards that aren't sold; their codes can be imported again",
  reply: dataOf(stockImport),
});
