import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { type CodeFormat, codeFormat } from '#contracts/supply/codes/code-format.ts';
import { checkFormat } from './check-format.ts';
import { type Column, checkHeader } from './check-header.ts';
import { codeDigest } from './code-digest.ts';
import { rowGuard } from './row-guard.ts';

import { scanText } from './scan/scan-text.ts';

type Sample = Record<'case_id' | 'surface' | 'programme' | 'columns' | 'cells' | 'expect' | 'rule' | 'note', string>;

const file = new URL('../../../../tests/support/import-guard-samples.csv', import.meta.url);
const samples = parse(readFileSync(file), { columns: true }) as Sample[];

const formats = new Map<string, CodeFormat>();
for (const { surface, programme, cells } of samples) {
  if (surface !== 'programme' || programme === '') continue;
  formats.set(programme, codeFormat.parse(JSON.parse(JSON.parse(cells)[0])));
}

function ruleOf(sample: Sample): string | undefined {
  const cells = JSON.parse(sample.cells);
  const columns = JSON.parse(sample.columns);
  switch (sample.surface) {
    case 'programme':
      return checkFormat(codeFormat.parse(JSON.parse(cells[0])), 'closed_loop');
    case 'csv_header': {
      const verdict = checkHeader(columns);
      return 'rule' in verdict ? verdict.rule : undefined;
    }
    case 'csv_row':
      return ruleOfRow(sample.programme, columns, cells);
    case 'csv_batch': {
      const seen = new Set<string>();
      for (const row of cells) {
        const rule = ruleOfRow(sample.programme, columns, row);
        if (rule) return rule;
        const digest = codeDigest(row[columns.indexOf('code')]);
        if (seen.has(digest)) return 'IG-19';
        seen.add(digest);
      }
      return undefined;
    }
    case 'ticket':
      return scanText(cells[0], 'text')?.rule;
    case 'product_text':
      return scanText(cells[0], 'product')?.rule;
    default:
      throw new Error(`Unknown surface ${sample.surface}`);
  }
}

function ruleOfRow(programme: string, columns: Column[], cells: string[]): string | undefined {
  const verdict = rowGuard(formats.get(programme)!, columns)(cells);
  return 'rule' in verdict ? verdict.rule : undefined;
}

it.each(samples)('$case_id: $note ($expect $rule)', (sample) => {
  expect(ruleOf(sample) ?? '-').toBe(sample.rule);
});
