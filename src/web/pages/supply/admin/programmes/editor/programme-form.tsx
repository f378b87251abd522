import { type FormEvent, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { FacePreview } from './face-preview.tsx';
import { FieldsProvider } from './fields.tsx';
import { AppearanceGroup, IssuerGroup, PriceGroup, ProductGroup, TextGroup } from './groups.tsx';
import { type CheckedMask, MaskGroup } from './mask-group.tsx';
import { fieldNames, type Values } from './values.ts';
import '#web/styles/office/programme.css';

interface Result {
  refusal: Refusal | undefined;
  values: Values;
  mask?: CheckedMask;
}

interface Props {
  initial: Values;
  /** A new version of a programme: its key and evidence are there, and its secret stays where none is typed. */
  edits?: boolean;
}

/** Everything that a programme says of itself, as one form; what it looks like changes with every key where scripts run. */
export function ProgrammeForm({ initial, edits = false }: Props) {
  const { t } = useI18n();
  const result = useActionResult<Result>();
  const busy = useNavigation().state !== 'idle';
  const start = result?.values ?? initial;
  const [typed, setTyped] = useState<Values>();
  const form = useRef<HTMLFormElement>(null);
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const given = new FormData(currentTarget);
    setTyped(Object.fromEntries(fieldNames.map((name) => [name, String(given.get(name) ?? '')])) as Values);
  };
  const values = typed ?? start;
  return (
    <Form method="post" className="programme-form" noValidate ref={form} onInput={onInput}>
      <FormErrors refusal={result?.refusal} fields={[...fieldNames, 'adapter_secret']} />
      <FieldsProvider value={{ start, errors: result?.refusal?.errors ?? {}, edits }}>
        <IssuerGroup />
        <ProductGroup />
        <MaskGroup checked={result?.mask} values={values} live={typed !== undefined} />
        <PriceGroup />
        <TextGroup />
        <AppearanceGroup>
          <FacePreview values={values} />
        </AppearanceGroup>
      </FieldsProvider>
      <div className="panel row">
        <Button name="intent" value="propose" busy={busy}>
          {t(edits ? 'programmes.propose_edit' : 'programmes.propose')}
        </Button>
        <p className="small muted">{t('programmes.propose_more')}</p>
      </div>
    </Form>
  );
}
