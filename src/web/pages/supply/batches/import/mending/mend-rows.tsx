import { type FormEvent, useState } from 'react';
import { useNavigation, useSubmit } from 'react-router';
import type { GuardRule } from '#contracts/oversight/import-guard.ts';
import type { RefusedRow, StockImport } from '#contracts/supply/imports.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { type Corrections, formOf, type HeldFile, mendFile } from './held-file.ts';

/** What a person can put right. Personal data (IG-16) is shown to nobody, and a code that is in stock (IG-19) needs nothing. */
const MENDABLE: readonly GuardRule[] = ['IG-15', 'IG-20', 'IG-21'];

interface Props {
  stock: StockImport & { errors: RefusedRow[] };
  /** The file that was chosen last. */
  held: HeldFile | null;
  /** Takes the mended file, which is sent. */
  onMended: (mended: HeldFile) => void;
}

/** The refused rows as fields. The whole file, or what isn't imported of it yet, is checked anew by the same guard. */
export function MendRows({ stock, held, onMended }: Props) {
  const { t } = useI18n();
  const rows = stock.errors.filter(({ rule }) => MENDABLE.includes(rule));
  const isOpen = stock.state === 'checked' || stock.state === 'committed' || stock.refusal?.reason === 'nothing';
  if (rows.length === 0 || !isOpen) return null;
  return (
    <section className="stack script-only" aria-labelledby="mend">
      <h2 id="mend">{t('imports.mend')}</h2>
      {held?.sha256 === stock.file_sha256 ? (
        <Rows key={stock.id} rows={rows} stock={stock} held={held} onMended={onMended} />
      ) : (
        <p className="muted">{t('imports.mend_choose')}</p>
      )}
    </section>
  );
}

function Rows({
  rows,
  stock,
  held,
  onMended,
}: {
  rows: RefusedRow[];
  stock: StockImport;
  held: HeldFile;
  onMended: Props['onMended'];
}) {
  const { t } = useI18n();
  const submit = useSubmit();
  const sending = useNavigation().formEncType === 'multipart/form-data';
  const [corrections, setCorrections] = useState<Corrections>(new Map());
  const alone = stock.state === 'committed';
  const correct = (row: number, place: number, text: string) =>
    setCorrections(new Map(corrections).set(row, new Map(corrections.get(row)).set(place, text)));
  async function send(event: FormEvent) {
    event.preventDefault();
    const mended = await mendFile(held, corrections, alone);
    onMended(mended);
    await submit(formOf(mended, stock), { method: 'post', encType: 'multipart/form-data' });
  }
  return (
    <form className="panel stack" onSubmit={send} noValidate>
      <p className="muted">{t(alone ? 'imports.mend_lead_alone' : 'imports.mend_lead')}</p>
      {rows.map((row) => (
        <Row
          key={row.row}
          refused={row}
          columns={stock.columns ?? []}
          held={held}
          typed={corrections.get(row.row)}
          onType={(place, text) => correct(row.row, place, text)}
        />
      ))}
      <p>
        <Button busy={sending} disabled={corrections.size === 0}>
          {t('imports.mend_send', { rows: corrections.size })}
        </Button>
      </p>
    </form>
  );
}

interface RowProps {
  refused: RefusedRow;
  columns: NonNullable<StockImport['columns']>;
  held: HeldFile;
  typed: ReadonlyMap<number, string> | undefined;
  onType: (place: number, text: string) => void;
}

/** The cell that was refused, or all cells of a row that was. */
function Row({ refused: { row, column, rule, hint }, columns, held, typed, onType }: RowProps) {
  const { t, number } = useI18n();
  const cells = held.table.rows[held.table.numbers.indexOf(row)];
  if (!cells) return null;
  const all = columns.flatMap((each, place) => (each === 'skip' ? [] : [{ each, place }]));
  const shown = column ? all.filter(({ each }) => each === column) : all;
  return (
    <fieldset className="stack mended-row">
      <legend>
        {t('imports.mend_row', { row: number(row) })}: {t(`rule.${rule}`)}
      </legend>
      {hint ? <p className="small muted">{t(`imports.hint.${hint}`)}</p> : null}
      {shown.map(({ each, place }) => (
        <Field
          key={place}
          name=""
          id={`mend-${row}-${place}`}
          label={each ? t(`imports.column.${each}`) : t('imports.column_of', { number: number(place + 1) })}
          value={typed?.get(place) ?? cells[place] ?? ''}
          onChange={({ target }) => onType(place, target.value)}
          maxLength={1000}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
        />
      ))}
    </fieldset>
  );
}
