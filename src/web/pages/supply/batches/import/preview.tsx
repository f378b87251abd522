import { useState } from 'react';
import { stockColumns } from '#contracts/supply/stock-file/stock-columns.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useSaid } from '#web/live/said/use-said.ts';
import { Select } from '#web/ui/controls/field.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { guessColumns } from './preview/guess-columns.ts';
import { type Allowed, dateOrderOf, otherFaces, samplesOf, shownNames } from './preview/judge-table.ts';
import type { StockTable } from './preview/stock-table.ts';

interface Props {
  table: StockTable;
  allowed: Allowed | null;
}

const SHOWN_FACES = 5;

/** What the browser read in a chosen file, before anything of it is sent: its columns, and values that don't fit. */
export function Preview({ table, allowed }: Props) {
  const { t, number } = useI18n();
  const [columns, setColumns] = useState(() => guessColumns(table.header));
  const choose = (place: number, column: string) => setColumns(columns.with(place, column));
  const read = t('imports.preview', { rows: table.rows.length, columns: table.header.length });
  useSaid(read);
  const expiry = columns.indexOf('expires_on');
  const names = shownNames(table.header);
  return (
    <fieldset className="stack">
      <legend>{t('imports.columns')}</legend>
      <p className="muted">{read}</p>
      <div className="upload-columns">
        {table.header.map((_name, place) => (
          <div key={place} className="upload-column">
            <Select
              name="columns"
              id={`column-${place}`}
              label={names[place] || t('imports.column_of', { number: number(place + 1) })}
              hint={
                <span className="upload-samples">
                  {samplesOf(table, place, columns[place] ?? '').map((sample, at) => (
                    <span key={at}>{sample || '–'}</span>
                  ))}
                </span>
              }
              value={columns[place] ?? ''}
              onChange={(event) => choose(place, event.target.value)}
            >
              <option value="">{t('imports.column_by_name')}</option>
              {stockColumns.map((column) => (
                <option key={column} value={column}>
                  {t(`imports.column.${column}`)}
                </option>
              ))}
              <option value="skip">{t('imports.column_skip')}</option>
            </Select>
          </div>
        ))}
      </div>
      {columns.includes('code') ? null : <Alert tone="warn">{t('imports.no_code')}</Alert>}
      {allowed ? <Faces table={table} place={columns.indexOf('face_value')} allowed={allowed} /> : null}
      {expiry < 0 ? null : <DateOrder table={table} place={expiry} />}
    </fieldset>
  );
}

function Faces({ table, place, allowed }: { table: StockTable; place: number; allowed: Allowed }) {
  const { t, face } = useI18n();
  const { currency, face_values_cents, face_range } = allowed;
  const others = place < 0 ? [] : otherFaces(table, place, allowed);
  if (others.length === 0) return null;
  const fixed = face_values_cents.map((cents) => face(cents, currency));
  const range =
    face_range &&
    t('imports.face_range', { from: face(face_range.min_cents, currency), to: face(face_range.max_cents, currency) });
  return (
    <Alert tone="warn">
      <ul>
        {others.slice(0, SHOWN_FACES).map(({ cents, rows }) => (
          <li key={cents}>{t('imports.face_found', { rows, face: face(cents, currency) })}</li>
        ))}
      </ul>
      <p>{t('imports.face_allowed', { faces: [...fixed, ...(range ? [range] : [])].join(', ') })}</p>
    </Alert>
  );
}

function DateOrder({ table, place }: { table: StockTable; place: number }) {
  const { t } = useI18n();
  const { doubtful, order } = dateOrderOf(table, place);
  if (doubtful === 0) return null;
  return (
    <Select
      key={order}
      name="date_order"
      label={t('imports.date_order')}
      hint={t('imports.date_order_more', { rows: doubtful })}
      defaultValue={order ?? ''}
    >
      <option value="">{t('imports.date_order_unknown')}</option>
      <option value="dmy">{t('imports.date_order_dmy')}</option>
      <option value="mdy">{t('imports.date_order_mdy')}</option>
    </Select>
  );
}
