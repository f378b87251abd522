import { Form, useLocation } from 'react-router';
import { languages } from '#web/live/load-words.ts';
import { useWords } from '#web/live/use-words.ts';

/** Every language that has a catalogue, each named in itself; what was typed on the page stays when another is chosen. */
export function LanguageSwitch() {
  const { t, locale } = useWords();
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/language" className="languages" aria-label={t('frame.language')}>
      <input type="hidden" name="next" value={pathname + search} />
      {languages.map(([one, name]) => (
        <button key={one} type="submit" name="locale" value={one} lang={one} aria-current={one === locale || undefined}>
          {name}
        </button>
      ))}
    </Form>
  );
}
