import { languages } from 'virtual:messages';
import { Form, href, useLocation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';

/** Every language with a catalogue, named in that language; switching preserves what was typed on the page. */
export function LanguageSwitch() {
  const { t, locale } = useI18n();
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={href('/language')} className="languages" aria-label={t('shell.language')}>
      <input type="hidden" name="next" value={pathname + search} />
      {languages.map(([one, name]) => (
        <button key={one} type="submit" name="locale" value={one} lang={one} aria-current={one === locale || undefined}>
          {name}
        </button>
      ))}
    </Form>
  );
}
