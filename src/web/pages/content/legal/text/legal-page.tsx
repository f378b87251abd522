import type { ReactNode } from 'react';
import { href } from 'react-router';
import type { LegalText } from '#contracts/content/content.ts';
import { inLanguage } from '#web/i18n/in-language.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { RichText } from '#web/ui/display/rich-text.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

/** A language as it is called in another one. */
const languageName = (language: string, in_locale: string): string =>
  new Intl.DisplayNames(in_locale, { type: 'language' }).of(language) ?? language;

interface Props {
  text: LegalText;
  title: string;
  children?: ReactNode;
}

/** One legal text; staff is told while it is still the one that the shop brought along. */
export function LegalPage({ text, title, children }: Props) {
  const { t, day, locale } = useI18n();
  const staff = useRootData()?.user?.role === 'admin';
  return (
    <article className="stack">
      <h1>{title}</h1>
      {text.published_at ? <p className="muted">{t('legal.version', { day: day(text.published_at) })}</p> : null}
      {staff && !text.published_at ? (
        <Alert tone="warn">
          <FormattedMessage of="legal.is_default" parts={{ link: <Link to={href('/admin/legal')} /> }} />
        </Alert>
      ) : null}
      {text.locale === locale ? null : (
        <Alert tone="info">{t('legal.in_other_language', { language: languageName(text.locale, locale) })}</Alert>
      )}
      {children}
      <div {...inLanguage(text.locale)}>
        <RichText html={text.content_html} top={2} />
      </div>
    </article>
  );
}
