import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ruleFilesOf } from '#app/database/rule-files.ts';
import { featureTables } from '#app/features.ts';
import { platformTables } from '#app/platform-tables.ts';
import { type Area, areas, folderOf } from '#contracts/areas.ts';
import type { RowRetention, Tables } from '#features/feature.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import type { Sql } from '#platform/db/client.ts';
import { drawRelations, UNDRAWN } from './draw-relations.ts';
import { readRules } from './read-rules.ts';
import { type Column, readTables, type Table } from './read-tables.ts';

const start = `# Data

Made by \`tools/dump-schema.ts\` from the comments of tables and columns (\`comment on\` in a migration), their keys, and what
each feature's \`feature.ts\` says of its tables. The pictures show what refers to what; arrows to \`${UNDRAWN}\` are left out. Amounts
are whole cents (\`_cents\`) or the smallest units of a coin (\`_units\`), shares hundredths of a per cent (\`_bp\`),
times UTC. \`mac\` vouches that the shop wrote a row, \`sealed\` is readable with the vault's keys alone. Rules are the functions,
triggers and views of the database, each in the file \`rules.sql\` beside the verbs that live by it; what stands in brackets are the
tables that run it.`;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The dictionary and a picture for each area that has tables, by their paths below docs/. Throws if a table is nobody's. */
export async function describeData(sql: Sql): Promise<Map<string, string>> {
  const tables = new Map((await readTables(sql)).map((table) => [table.name, table]));
  const files = new Map<string, string>();
  const parts = [start];
  for (const [area, features] of [...Object.entries(areas), ['platform', ['platform']] as const]) {
    const owned = new Map<string, Table[]>();
    const retention: Tables = {};
    const rules = new Map<string, string[]>();
    for (const feature of features) {
      const own = feature === 'platform' ? platformTables : featureTables(feature);
      rules.set(
        feature,
        describeRules(feature === 'platform' ? 'platform' : `features/${folderOf({ area: area as Area, feature })}`),
      );
      if (Object.keys(own).length === 0 && rules.get(feature)!.length === 0) continue;
      Object.assign(retention, own);
      owned.set(feature, take(tables, Object.keys(own).sort()));
    }
    if (![...owned.values()].some((own) => own.length > 0)) continue;
    files.set(`data/${area}.svg`, await drawRelations(owned));
    parts.push(`## ${area}`, `![Which tables of ${area} refer to which](data/${area}.svg)`);
    for (const [feature, own] of owned) {
      if (owned.size > 1) parts.push(`### ${feature}`);
      for (const table of own) parts.push(describeTable(table, retention[table.name]!));
      parts.push(...rules.get(feature)!);
    }
  }
  if (tables.size > 0) throw new Error(`Nobody owns these tables: ${[...tables.keys()].join(', ')}`);
  files.set('data.md', `${parts.join('\n\n')}\n`);
  return files;
}

function take(tables: Map<string, Table>, names: readonly string[]): Table[] {
  return names.map((name) => {
    const table = tables.get(name);
    if (!table) throw new Error(`A feature owns ${name}, which is not in the database`);
    tables.delete(name);
    return table;
  });
}

function describeTable({ name, comment, columns }: Table, retention: RowRetention): string {
  const plain = columns.filter((column) => !column.comment).map(nameOf);
  const explained = columns.filter((column) => column.comment);
  return [
    `**\`${name}\`**: ${comment ?? ''} Kept: ${duration(retention)}.`,
    '',
    ...explained.map((column) => `- ${nameOf(column)} (${column.type}): ${column.comment}`),
    `- ${plain.join(', ')}`,
  ].join('\n');
}

/** The rules below a folder of src; none where it has no file of them. */
function describeRules(folder: string): string[] {
  return ruleFilesOf(true)
    .map((file) => relative(root, file))
    .filter((file) => file.startsWith(`src/${folder}/`))
    .map((file) => {
      const { rules, guards, transfers } = readRules(readFileSync(`${root}${file}`, 'utf8'));
      const lines = rules.map(({ name, comment, tables }) => {
        if (!comment) throw new Error(`${file}: say above ${name} what it does`);
        return `- \`${name}\`${tables.length > 0 ? ` (${tables.join(', ')})` : ''}: ${comment}`;
      });
      const more = guards.map(({ table, runs }) => `\`${runs}\` (${table})`);
      const moves = transfers.map(({ kind, debit, credit }) => `\`${kind}\` (${debit} → ${credit})`);
      if (moves.length > 0) lines.unshift(`- Transfers: ${moves.join(', ')}`);
      if (more.length > 0) lines.push(`- From elsewhere: ${more.join(', ')}`);
      return [`Rules in [${file}](../${file}):`, '', ...lines].join('\n');
    });
}

const nameOf = ({ name, refers_to }: Column): string => (refers_to ? `\`${name}\` → \`${refers_to}\`` : `\`${name}\``);

function duration(retention: RowRetention): string {
  if ('days' in retention) return retention.days === 1 ? 'one day' : `${retention.days} days`;
  if ('rule' in retention) return 'as long as staff say (see Retention in the back office)';
  const why = translate('en', message(`retention.why.${retention.why}`));
  return `${why.charAt(0).toLowerCase()}${why.slice(1)}`;
}
