import { type DragEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Form, href, useNavigation } from 'react-router';
import { UPLOAD_LIMIT_BYTES } from '#contracts/supply/imports.ts';
import { stockColumns } from '#contracts/supply/stock-file/stock-columns.ts';
import type { Text } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import type { Allowed } from './preview/judge-table.ts';
import type { StockTable } from './preview/read-stock-file.ts';
import '#web/styles/office/import.css';

const Preview = lazy(async () => ({ default: (await import('./preview.tsx')).Preview }));

interface Props {
  batch_id: string;
  /** The columns of the file before, if some of them are unknown. */
  unknown: readonly (string | null)[] | null;
  errors: Text[] | undefined;
  /** What the programme allows; null for whoever may not read it. */
  allowed: Allowed | null;
}

/** A file to be checked, dropped or chosen; a plain form without JavaScript. */
export function UploadForm({ batch_id, unknown, errors, allowed }: Props) {
  const { t } = useI18n();
  const { input, table, readChosen } = useChosenTable();
  const drop = useDrop(readChosen);
  const sending = useNavigation().formEncType === 'multipart/form-data';
  return (
    <Form
      method="post"
      action={href('/reseller/import/:id', { id: batch_id })}
      encType="multipart/form-data"
      className="panel stack upload"
      {...drop.on}
      noValidate
    >
      <Field
        name="file"
        label={t('imports.file')}
        hint={t('imports.file_hint')}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,.ods,text/csv,text/plain,text/tab-separated-values"
        required
        errors={errors}
        ref={input}
        onChange={(event) => readChosen(event.currentTarget)}
      />
      {table ? (
        <Suspense>
          <Preview key={table.number} table={table} allowed={allowed} />
        </Suspense>
      ) : unknown ? (
        <Columns columns={unknown} />
      ) : null}
      <p className="row">
        <Button busy={sending}>{t('imports.upload')}</Button>
        <Link to={href('/reseller/import/:id/template', { id: batch_id })} reloadDocument>
          {t('imports.template')}
        </Link>
      </p>
    </Form>
  );
}

function Columns({ columns }: { columns: readonly (string | null)[] }) {
  const { t, number } = useI18n();
  return (
    <fieldset className="stack">
      <legend>{t('imports.columns')}</legend>
      <p className="muted">{t('imports.columns_lead')}</p>
      <div className="upload-columns">
        {columns.map((known, place) => (
          <Select
            key={place}
            name="columns"
            id={`column-${place}`}
            label={t('imports.column_of', { number: number(place + 1) })}
            defaultValue={known ?? ''}
          >
            <option value="">{t('imports.column_by_name')}</option>
            {stockColumns.map((column) => (
              <option key={column} value={column}>
                {column}
              </option>
            ))}
            <option value="skip">{t('imports.column_skip')}</option>
          </Select>
        ))}
      </div>
    </fieldset>
  );
}

/** What the browser read in the chosen file; what it can't read goes to the server as it is. */
function useChosenTable() {
  const [table, setTable] = useState<(StockTable & { number: number }) | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef(0);
  // A file may have been chosen before the page listened, or be there again after a step back.
  useEffect(() => {
    if (input.current?.files?.length) void readChosen(input.current);
  }, []);
  async function readChosen(field: HTMLInputElement): Promise<void> {
    const [file] = field.files ?? [];
    chosen.current += 1;
    const number = chosen.current;
    setTable(null);
    if (!file || file.size > UPLOAD_LIMIT_BYTES) return;
    const { readStockFile } = await import('./preview/read-stock-file.ts');
    const read = await readStockFile(file);
    // Another file may have been chosen while this one was read.
    if (!read || chosen.current !== number) return;
    if (read.text) field.files = filesOf(read.text);
    setTable({ ...read, number });
  }
  return { input, table, readChosen };
}

function filesOf(file: File): FileList {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  return transfer.files;
}

/** Puts a dropped file into the form's own field. */
function useDrop(onFile: (input: HTMLInputElement) => void) {
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const enter = (by: number) => {
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return {
    on: {
      'data-over': over || undefined,
      onDragEnter: () => enter(1),
      onDragLeave: () => enter(-1),
      onDragOver: (event: DragEvent<HTMLFormElement>) => event.preventDefault(),
      onDrop: (event: DragEvent<HTMLFormElement>) => {
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        const input = event.currentTarget.querySelector<HTMLInputElement>('input[type=file]');
        if (!input || event.dataTransfer.files.length !== 1) return;
        input.files = event.dataTransfer.files;
        onFile(input);
      },
    },
  };
}
