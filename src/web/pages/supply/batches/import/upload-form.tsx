import { type DragEvent, useRef, useState } from 'react';
import { Form, href, useNavigation } from 'react-router';
import { stockColumns } from '#contracts/supply/imports.ts';
import type { Text } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import '#web/styles/office/import.css';

interface Props {
  batch_id: string;
  /** The columns of the file before, if some of them are unknown. */
  unknown: readonly (string | null)[] | null;
  errors: Text[] | undefined;
}

/** A file to be checked, dropped or chosen; a plain form without JavaScript. */
export function UploadForm({ batch_id, unknown, errors }: Props) {
  const { t } = useI18n();
  const drop = useDrop();
  const sending = useNavigation().formEncType === 'multipart/form-data';
  return (
    <Form method="post" encType="multipart/form-data" className="panel stack upload" {...drop.on} noValidate>
      <Field
        name="file"
        label={t('imports.file')}
        hint={t('imports.file_hint')}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        required
        errors={errors}
      />
      {unknown ? <Columns columns={unknown} /> : null}
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
          </Select>
        ))}
      </div>
    </fieldset>
  );
}

/** Puts a dropped file into the form's own field. */
function useDrop() {
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
        if (input && event.dataTransfer.files.length === 1) input.files = event.dataTransfer.files;
      },
    },
  };
}
