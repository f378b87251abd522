import { type ReactNode, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { type State, StateTag } from './state-tag.tsx';

interface Props {
  /** What is edited, null for a new text. */
  text: { updated_at: string; state: State } | null;
  title: string;
  back: { to: string; label: string };
  /** What the last action answered. */
  result: { refusal: Refusal | undefined; values: { read_at: string } } | undefined;
  /** Names of the fields that show their own errors. */
  fields: readonly string[];
  children: ReactNode;
  /** How it will look, once it was asked for. */
  preview: ReactNode;
}

/** The form of one text: write, look at it, save or publish it, and remove what nobody can see. */
export function Editor({ text, title, back, result, fields, children, preview }: Props) {
  const { t } = useI18n();
  // Of the text that was opened, not of one that a live update brought since: its change would be overwritten unseen.
  const [read_at] = useState(result?.values.read_at ?? text?.updated_at ?? '');
  const busy = useNavigation().state !== 'idle';
  const out = text?.state === 'published';
  return (
    <div className="stack">
      <PageHead title={title} lead={<Link to={back.to}>{back.label}</Link>}>
        {text ? <StateTag state={text.state} /> : null}
      </PageHead>
      <Form method="post" className="panel stack" noValidate>
        <FormErrors refusal={result?.refusal} fields={fields} />
        <input type="hidden" name="read_at" value={read_at} />
        {children}
        <div className="row">
          <Button name="intent" value="save" busy={busy}>
            {t('form.save')}
          </Button>
          <Button variant="secondary" name="intent" value="preview" busy={busy}>
            {t('texts.preview')}
          </Button>
          {out ? null : (
            <Button variant="secondary" name="intent" value="publish" busy={busy}>
              {t('texts.save_and_publish')}
            </Button>
          )}
        </div>
      </Form>
      {preview ? (
        <section className="panel stack" aria-labelledby="preview">
          <h2 id="preview">{t('texts.preview')}</h2>
          {preview}
        </section>
      ) : null}
      {text && !out ? <Removal /> : null}
    </div>
  );
}

function Removal() {
  const { t } = useI18n();
  return (
    <details className="quiet-details">
      <summary>{t('texts.remove')}</summary>
      <Form method="post" className="panel stack">
        <p>{t('texts.remove_more')}</p>
        <div>
          <Button variant="danger" name="intent" value="remove">
            {t('texts.remove_for_good')}
          </Button>
        </div>
      </Form>
    </details>
  );
}
