import { Form, href, useLocation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { type Theme, themes } from '#web/server/cookies/theme-cookie.ts';

const marks: Record<Theme, string> = { system: '◐', light: '○', dark: '●' };

/** The device's theme, or always the light or the dark one. */
export function ThemeSwitch() {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const chosen = useRootData()?.theme;
  return (
    <Form
      method="post"
      action={href('/theme')}
      className="languages themes"
      aria-label={t('theme.switch')}
      preventScrollReset
    >
      <input type="hidden" name="next" value={pathname + search} />
      {themes.map((theme) => (
        <button key={theme} type="submit" name="theme" value={theme} aria-current={theme === chosen || undefined}>
          <span aria-hidden>{marks[theme]}</span> {t(`theme.${theme}`)}
        </button>
      ))}
    </Form>
  );
}
