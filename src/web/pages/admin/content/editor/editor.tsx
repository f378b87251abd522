import { type ReactNode, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { EditedText } from '#contracts/editor-calls.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import type { editText } from './edit-text.ts';
import type { Values } from './kind.ts';
import { StateTag } from './state-tag.tsx';
import { toUtcInput } from './utc-input.ts';

interface Props<Text> {
  /** The content being edited; null when new. */
  text: Text | null;
  title: string;
  back: { to: string; label: string };
  /** The fields: `field` and `moment` supply the name, value and errors of each. */
  children(field: FieldOf<Text>, moment: FieldOf<Text>): ReactNode;
  /** The preview; `html` is rendered by the server. */
  preview(values: Values<Text>, html: string): ReactNode;
}

type FieldOf<Text> = (name: keyof Text & string) => ReturnType<typeof fieldOf>;

/** The form for one item of content: write, preview, save or publish it, and delete it while nobody can see it. */
export function Editor<Text extends EditedText>({ text, title, back, children, preview }: Props<Text>) {
  const { t } = useI18n();
  const result = useActionResult<ReturnType<typeof editText>>();
  // The version first opened, not one from a later live update, whose change would be overwritten unseen.
  const [read_at] = useState(result?.values.read_at ?? text?.updated_at ?? '');
  const busy = useNavigation().state !== 'idle';
  const out = text?.state === 'published';
  const refusal = result?.refusal;
  const values = result?.values as Values<Text> | undefined;
  const field: FieldOf<Text> = (name) => fieldOf(name, values?.[name] ?? String(text?.[name] ?? ''), refusal);
  const moment: FieldOf<Text> = (name) => ({
    ...fieldOf(name, values?.[name] ?? toUtcInput(text?.[name] as string | null | undefined), refusal),
    type: 'datetime-local' as const,
  });
  return (
    <div className="stack">
      <PageHead title={title} lead={<Link to={back.to}>{back.label}</Link>}>
        {text ? <StateTag state={text.state} /> : null}
      </PageHead>
      <Form method="post" className="panel stack" noValidate>
        <FormErrors refusal={refusal} fields={Object.keys(values ?? {})} />
        <input type="hidden" name="read_at" value={read_at} />
        {children(field, moment)}
        <div className="row">
          <Button name="intent" value="save" busy={busy}>
            {t('form.save')}
          </Button>
          <Button variant="secondary" name="intent" value="preview" busy={busy}>
            {t('content.preview')}
          </Button>
          {out ? null : (
            <Button variant="secondary" name="intent" value="publish" busy={busy}>
              {t('content.save_and_publish')}
            </Button>
          )}
        </div>
      </Form>
      {values && result && 'preview' in result ? (
        <section className="panel stack" aria-labelledby="preview">
          <h2 id="preview">{t('content.preview')}</h2>
          {preview(values, result.preview.html)}
        </section>
      ) : null}
      {text && !out ? <Removal /> : null}
    </div>
  );
}

const fieldOf = (name: string, defaultValue: string, refusal: Refusal | undefined) => ({
  name,
  defaultValue,
  errors: refusal?.errors[name],
  autoComplete: 'off',
});

function Removal() {
  const { t } = useI18n();
  return (
    <details className="quiet-details">
      <summary>{t('content.remove')}</summary>
      <Form method="post" className="panel stack">
        <p>{t('content.remove_more')}</p>
        <div>
          <Button variant="danger" name="intent" value="remove">
            {t('content.remove_for_good')}
          </Button>
        </div>
      </Form>
    </details>
  );
}
