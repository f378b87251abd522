import { type ReactNode, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { EditedText } from '#contracts/content/editor-calls.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { PublisherOnly, useMayPublish } from '#web/ui/office/publisher-only.tsx';
import { toZoneInput } from '../moments/zone-input.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import type { Conflict, editText } from './edit-text.ts';
import { PublicationTag } from './publication-tag.tsx';
import '#web/styles/office/content.css';

const DECISION = 'decision';

interface Props<Text> {
  /** The content being edited; null when new. */
  text: Text | null;
  /** What a new one starts with. */
  start?: object;
  title: string;
  back: { to: string; label: string };
  /** The path of its versions. */
  versions: string | undefined;
  children(fields: Fields): ReactNode;
}

interface Filled {
  name: string;
  defaultValue: string;
  errors: Refusal['errors'][string] | undefined;
  autoComplete: string;
}

/** What the fields of a form are filled with. */
export interface Fields {
  /** The name, value and errors of a field. */
  field(name: string): Filled;
  moment(name: string): Filled & { type: 'datetime-local' };
  /** The HTML of a field, if the server was asked for it. */
  html(name: string): string | undefined;
  /** The values of a list. */
  list(name: string): string[];
  /** The time zone of moments. */
  zone: string;
}

interface Result {
  refusal?: Refusal;
  values: Record<string, string>;
  preview?: Record<string, string>;
  conflict?: Conflict;
}

/** The form for one item of content: write, preview, save or publish it, and delete it while nobody can see it. */
export function Editor<Text extends EditedText>({ text, start, title, back, versions, children }: Props<Text>) {
  const { t } = useI18n();
  const result = useActionResult<ReturnType<typeof editText>>() as Result | undefined;
  // The version first opened, not one from a later live update, whose change would be overwritten unseen.
  const [read_at] = useState(result?.values.read_at ?? text?.updated_at ?? '');
  const busy = useNavigation().state !== 'idle';
  const mayPublish = useMayPublish();
  const out = text?.state === 'published';
  const fields = useFields(text ?? start ?? null, result);
  return (
    <div className="stack">
      <PageHead title={title} lead={<Link to={back.to}>{back.label}</Link>}>
        {text ? <PublicationTag state={text.state} /> : null}
        {versions ? (
          <ButtonLink variant="secondary" size="small" to={versions}>
            {t('content.versions')}
          </ButtonLink>
        ) : null}
      </PageHead>
      {text?.proposal ? (
        <Alert tone="warn">
          <p>
            <strong>{t('content.held_title')}</strong>
          </p>
          <p>{t('content.held_more')}</p>
          <p>
            <a href={`#${DECISION}`}>{t('content.to_decision')}</a>
          </p>
        </Alert>
      ) : null}
      <PublisherOnly>
        <Form method="post" className="panel stack" noValidate>
          <FormErrors refusal={result?.refusal} fields={Object.keys(result?.values ?? {})} />
          <input type="hidden" name="read_at" value={read_at} />
          {result?.conflict ? <ConflictPanel conflict={result.conflict} busy={busy} /> : null}
          {children(fields)}
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
      </PublisherOnly>
      {text?.proposal ? <Waiting proposal={text.proposal} /> : null}
      {text && !out && mayPublish ? <Removal /> : null}
    </div>
  );
}

type Translated = Record<string, Record<string, string> | undefined>;

function useFields(text: object | null, result: Result | undefined): Fields {
  const zone = useRootData()?.time_zone ?? 'UTC';
  const own = text as (Record<string, unknown> & { translations?: Translated }) | null;
  const savedValue = (name: string) => {
    const [, field = '', locale = ''] = /^(\w+)_([a-z]{2})$/.exec(name) ?? [];
    return own?.[name] ?? own?.translations?.[locale]?.[field] ?? '';
  };
  const filled = (name: string, value: string): Filled => ({
    name,
    defaultValue: result?.values[name] ?? value,
    errors: result?.refusal?.errors[name],
    autoComplete: 'off',
  });
  return {
    field: (name) => filled(name, String(savedValue(name))),
    moment: (name) => ({ ...filled(name, toZoneInput(own?.[name] as string, zone)), type: 'datetime-local' }),
    html: (name) => result?.preview?.[name],
    list: (name) => (result?.values[name] ?? String(savedValue(name))).split(',').filter(Boolean),
    zone,
  };
}

/** Words that wait: whoever else publishes reads them above and decides. */
function Waiting({ proposal }: { proposal: NonNullable<EditedText['proposal']> }) {
  const { t } = useI18n();
  return (
    <section id={DECISION} tabIndex={-1} aria-label={t('content.held_title')}>
      <Judge proposal={proposal} duty="publisher" idempotencyKey={proposal.id} />
    </section>
  );
}

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
