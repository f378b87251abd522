import { useLingui } from '@lingui/react';
import { useEffect } from 'react';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { loadMessages } from './load-messages.ts';

/** Whoever signs in or changes the profile may have another language than the page before: its texts are loaded then. */
export function useUserLanguage(): void {
  const { i18n } = useLingui();
  const locale = useRootData()?.locale;
  useEffect(() => {
    if (!locale || locale === i18n.locale) return;
    // Where its file is missing, the server still renders the page in it.
    loadMessages(i18n, locale).catch(() => window.location.reload());
  }, [i18n, locale]);
}
