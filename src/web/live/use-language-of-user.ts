import { useLingui } from '@lingui/react';
import { useEffect } from 'react';
import { loadWords } from '#web/live/load-words.ts';
import { useFrame } from '#web/live/use-frame.ts';

/** Whoever signs in or changes the profile may have another language than the page before: its texts are loaded then. */
export function useLanguageOfUser(): void {
  const { i18n } = useLingui();
  const locale = useFrame()?.locale;
  useEffect(() => {
    if (!locale || locale === i18n.locale) return;
    // Where its file is missing, the server still renders the page in it.
    loadWords(i18n, locale).catch(() => window.location.reload());
  }, [i18n, locale]);
}
