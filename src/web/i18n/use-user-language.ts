import { useLingui } from '@lingui/react';
import { useEffect } from 'react';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { loadMessages } from './load-messages.ts';

/** Signing in or editing the profile may change the language: its messages are then loaded. */
export function useUserLanguage(): void {
  const { i18n } = useLingui();
  const locale = useRootData()?.locale;
  useEffect(() => {
    if (!locale || locale === i18n.locale) return;
    // If its file is missing, the server still renders the page in that language.
    loadMessages(i18n, locale).catch(() => window.location.reload());
  }, [i18n, locale]);
}
