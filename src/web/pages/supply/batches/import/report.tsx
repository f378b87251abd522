import { type RowHint, type StockImport, spreadsheetHints } from '#contracts/supply/imports.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Actions } from './actions.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportTag } from './import-tag.tsx';
import { RefusalText } from './refusal-text.tsx';

interface Props {
  stock: StockImport;
  mayImport: boolean;
}

/** What was found in a file, and what can be done about it. */
export function Report({ stock, mayImport }: Props) {
  const { t } = useI18n();
  return (
    <section className="stack" aria-labelledby="report">
      <h2 id="report">
        {t('imports.overview')} <ImportTag stock={stock} />
      </h2>
      {stock.stalled ? <Alert tone="warn">{t('imports.stalled')}</Alert> : null}
      {stock.refusal ? (
        <Alert tone="bad">
          <RefusalText refusal={stock.refusal} />
        </Alert>
      ) : null}
      <ImportProgress stock={stock} />
      {stock.refusal && stock.refusal.reason !== 'nothing' ? null : <ImportFigures stock={stock} />}
      <Hints hints={stock.hints} />
      <Quarantine stock={stock} />
      <Actions stock={stock} mayImport={mayImport} />
      <FileFacts stock={stock} />
    </section>
  );
}

function ImportFigures({ stock: { rows, state, imported_cards } }: { stock: StockImport }) {
  const { t, number } = useI18n();
  const added = state === 'committed' || state === 'undone' || state === 'failed';
  return (
    <Stats>
      <Stat label={t('imports.rows_total')} value={number(rows.total)} />
      {added ? <Stat label={t('imports.cards_added')} value={number(imported_cards)} tone="good" /> : null}
      {added ? null : <Stat label={t('imports.to_import')} value={number(rows.clean)} />}
      <Stat
        label={t('imports.quarantined')}
        value={number(rows.quarantined)}
        tone={rows.quarantined ? 'warn' : 'plain'}
      />
      <Stat label={t('imports.refused')} value={number(rows.refused)} tone={rows.refused ? 'bad' : 'plain'} />
    </Stats>
  );
}

const isSpreadsheets = (hint: RowHint) => spreadsheetHints.some((each) => each === hint);

function Hints({ hints }: { hints: StockImport['hints'] }) {
  const { t } = useI18n();
  if (hints.length === 0) return null;
  return (
    <Alert tone="warn">
      <p>{t('imports.hint_lead')}</p>
      <ul>
        {hints.map((hint) => (
          <li key={hint}>{t(`imports.hint.${hint}`)}</li>
        ))}
      </ul>
      {hints.some(isSpreadsheets) ? <p>{t('imports.hint_mend')}</p> : null}
    </Alert>
  );
}

function Quarantine({ stock: { quarantine } }: { stock: StockImport }) {
  const { t, number } = useI18n();
  if (quarantine.length === 0) return null;
  return (
    <section className="panel stack" aria-labelledby="quarantine">
      <h3 id="quarantine">{t('imports.quarantine')}</h3>
      <ul>
        {quarantine.map(({ rules, cards }) => (
          <li key={rules.join()}>
            {number(cards)}: {rules.map((rule) => `${t(`rule.${rule}`)} (${rule})`).join('; ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

const delimiters = {
  ',': 'imports.delimiter_comma',
  ';': 'imports.delimiter_semicolon',
  '\t': 'imports.delimiter_tab',
} as const;

function FileFacts({ stock }: { stock: StockImport }) {
  const { t } = useI18n();
  const nameOf = (column: string | null) => (column === 'skip' ? t('imports.column_skipped') : (column ?? '?'));
  const { columns, delimiter, encoding, decimal_comma, dotted_dates, file_sha256 } = stock;
  return (
    <div className="panel stack">
      <Facts
        facts={[
          { label: t('imports.uploaded_at'), value: <Time at={stock.created_at} /> },
          { label: t('imports.uploaded_by'), value: stock.uploaded_by },
          delimiter && { label: t('imports.delimiter'), value: t(delimiters[delimiter]) },
          encoding &&
            encoding !== 'utf-8' && { label: t('imports.encoding'), value: t(`imports.encoding.${encoding}`) },
          decimal_comma && { label: t('imports.decimals'), value: t('imports.with_comma') },
          dotted_dates && { label: t('imports.date_form'), value: t('imports.with_dots') },
          columns !== null &&
            columns.length > 0 && { label: t('imports.columns'), value: columns.map(nameOf).join(', ') },
        ]}
      />
      {file_sha256 ? <Copyable label={t('imports.sha256')} value={file_sha256} brief /> : null}
    </div>
  );
}
