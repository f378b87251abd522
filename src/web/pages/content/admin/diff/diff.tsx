import type { FieldChange } from '#contracts/content/editor-calls.ts';
import type { MessageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Time } from '#web/ui/display/time.tsx';
import { ordered } from '../translations/languages.ts';

const labels: Record<string, MessageKey> = {
  answer: 'content.answer',
  content: 'content.content',
  ends_at: 'content.until_column',
  kind: 'content.legal_text',
  locale: 'content.language',
  locales: 'content.locales',
  position: 'content.position_column',
  published: 'content.published_column',
  published_at: 'content.published_column',
  question: 'content.question',
  roles: 'content.roles',
  starts_at: 'content.starts_column',
  tiers: 'content.tiers',
  title: 'content.title',
  topic: 'content.topic',
  translations: 'content.translations',
};

/** The name of a field, as its form has it. */
export function useFieldName() {
  const { t } = useI18n();
  return (field: string) => (labels[field] ? t(labels[field]) : field);
}

/** What changed, field by field; additions and removals are words too, not only colours. */
export function Diff({ changes }: { changes: readonly FieldChange[] }) {
  const { t } = useI18n();
  const nameOf = useFieldName();
  if (changes.length === 0) return <p className="muted">{t('content.no_changes')}</p>;
  return changes.map(({ field, locale, parts }) => (
    <section key={`${locale}.${field}`} className="diff">
      <h3>
        {nameOf(field)} {locale ? <span className="muted">{nameIn(locale)}</span> : null}
      </h3>
      <div className="diff-text" lang={locale ?? undefined}>
        {parts.map((part, at) => (
          <Part key={at} {...part} field={field} />
        ))}
      </div>
    </section>
  ));
}

const nameIn = (locale: string) => ordered.find(([one]) => one === locale)?.[1] ?? locale;

function Part({ kind, text, field }: FieldChange['parts'][number] & { field: string }) {
  const { t } = useI18n();
  const shown = field.endsWith('_at') ? <Time at={text} /> : text;
  if (kind === 'same') return <Unchanged text={text} />;
  const Mark = kind === 'added' ? 'ins' : 'del';
  return (
    <>
      <Mark>
        <span className="visually-hidden">{t(kind === 'added' ? 'content.added' : 'content.removed_words')} </span>
        {shown}
      </Mark>
      {/* What replaces something else as a whole stands apart from it. */}
      {field.endsWith('_at') ? ' ' : null}
    </>
  );
}

const SHOWN = 160;

/** Long stretches in which nothing changed are left out of the middle. */
function Unchanged({ text }: { text: string }) {
  const { t } = useI18n();
  if (text.length <= 3 * SHOWN) return text;
  return (
    <>
      {text.slice(0, SHOWN)}
      <span className="diff-gap">{t('content.unchanged', { count: text.length - 2 * SHOWN })}</span>
      {text.slice(-SHOWN)}
    </>
  );
}
